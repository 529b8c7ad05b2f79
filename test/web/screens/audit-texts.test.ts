import { describe, expect, test } from 'bun:test'
import type { AuditEntry } from '@/web/api/accounts/audit'
import {
  AUDIT_ACTIONS,
  auditActionName,
  describeAuditDevice,
  describeAuditEntry,
} from '@/web/screens/audit/audit-texts'

const entry = (parts: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  created_at: 'Sat, 21 Nov 2026 08:08:18 GMT',
  action: 'logged_in',
  actor: 'adam',
  actor_kind: 'admin',
  subject: 'ann',
  details: {},
  ...parts,
})
const sentence = (parts: Partial<AuditEntry>) => describeAuditEntry(entry(parts))

describe('an entry of the audit log', () => {
  test('is a sentence about who did what', () => {
    const roles = { from: 'user', to: 'moderator' }
    expect(sentence({ action: 'role_changed', details: roles })).toBe(
      'adam changed the role of ann from Member to Moderator',
    )
    expect(sentence({ action: 'sanction', details: { type: 'user_warning', report: 3 } })).toBe(
      'adam decided about ann: Warning sent',
    )
    const keys = ['max_users', 'weekly_limit']
    expect(sentence({ action: 'configuration_changed', subject: null, details: { keys } })).toBe(
      'adam changed the configuration: max_users, weekly_limit',
    )
  })

  test('distinguishes what people do with their own account', () => {
    const byCommand = { actor: null, actor_kind: 'command' } as const
    const name = { name: 'Watch' }
    expect(sentence({ action: 'token_created', actor: 'ann', details: name })).toBe(
      'ann created the token “Watch”',
    )
    expect(sentence({ action: 'token_created', ...byCommand, details: name })).toBe(
      'The command line created the token “Watch” for ann',
    )
  })

  test('describes accounts that are not named, because they were deleted or for privacy', () => {
    const gone = { actor: null, actor_kind: 'user', subject: null } as const
    expect(sentence({ action: 'account_deleted', ...gone })).toBe(
      'A former member deleted their account',
    )
    expect(sentence({ action: 'account_deleted', subject: null })).toBe('adam deleted an account')
    expect(sentence({ action: 'account_activated', actor: null })).toBe(
      'An administrator activated the account of ann',
    )
    expect(sentence({ action: 'account_activated', subject: null })).toBe(
      'adam activated the account of (deleted account)',
    )
  })

  test('says what became of a report', () => {
    const of = (details: AuditEntry['details']) =>
      sentence({ action: 'report_edited', subject: null, details: { report: 3, ...details } })
    expect([of({}), of({ resolved: true }), of({ resolved: false })]).toEqual([
      'adam added a note to report 3',
      'adam resolved report 3',
      'adam opened report 3 again',
    ])
  })

  test('has a complete sentence and a name for every action', () => {
    for (const action of AUDIT_ACTIONS) {
      expect(sentence({ action: action as AuditEntry['action'] })).toMatch(/^adam [^{}]+$/)
      expect(auditActionName(action)).toMatch(/^[A-Z][^{}.]+$/)
    }
    expect(sentence({ action: 'from_the_future' as AuditEntry['action'] })).toBe('from_the_future')
    expect(auditActionName('from_the_future')).toBe('from_the_future')
  })

  test('contains the device of a login if it is known', () => {
    const details = { browser: 'Firefox', os: 'Linux' }
    expect(describeAuditDevice(entry({ details }))).toBe('Firefox, Linux')
    expect(describeAuditDevice(entry({}))).toBeUndefined()
  })
})
