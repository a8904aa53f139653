"""The auditor of runs: trusts nothing that was written, and names what is broken."""

from trisim.sim.audit.auditor import NoRunError, audit, described
from trisim.sim.audit.findings import AuditReport, CheckResult, Finding

__all__ = ["AuditReport", "CheckResult", "Finding", "NoRunError", "audit", "described"]
