import type { ApprovalRequest } from '../../schema/approvals/list-approvals.ts'
import { escapeHtml } from '../shared/escape-html.ts'
