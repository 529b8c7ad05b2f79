import { expect, test } from 'bun:test'
import { type AuditFilter, listAuditEntries } from '@/store/db/queries/accounts/audit-entries'
import { collectQueryPlans } from '../support/query-plans'

const filters: readonly [string, AuditFilter][] = [
  ['all', {}],
  ['a later page', { after: 100 }],
  ['an action', { action: 'logged_in' }],
  ['days', { from: 1, to: 2 }],
  ['an account', { userId: 1 }],
  ['an account, later', { userId: 1, after: 100 }],
]

test.each(filters)('the audit log is read in the order of an index: %s', async (_, filter) => {
  const plans = await collectQueryPlans((db) => listAuditEntries(db, filter, 50))
  const plan = plans.join('\n')
  expect(plan).toMatch(/(SCAN|SEARCH) audit_entries USING (COVERING )?INDEX/)
  expect(plan).not.toMatch(/SCAN audit_entries$/m)
  // The page itself is sorted by SQLite, never the log.
  if (filter.userId === undefined) expect(plan.match(/USE TEMP B-TREE/g) ?? []).toHaveLength(0)
})
