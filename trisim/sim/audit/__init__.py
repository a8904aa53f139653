"""The audit of runs: recomputes what was written and reports differences."""

from trisim.sim.audit.auditor import NoRunError, audit, described
from trisim.sim.audit.findings import AuditReport, CheckResult, Finding

__all__ = ["AuditReport", "CheckResult", "Finding", "NoRunError", "audit", "described"]
