import type { AuditAction, AuditEntry } from '@/web/api/accounts/audit'
import { describeAction } from '@/web/components/people/report-texts'
import { type TextKey, t } from '@/web/i18n/text'
import { roleName } from '@/web/screens/admin-users/role-names'

/** The name of each action, and the sentence about it. */
const TEXTS: Readonly<Record<AuditAction, readonly [name: TextKey, sentence: TextKey]>> = {
  account_activated: ['auditAction.accountActivated', 'audit.accountActivated'],
  account_created: ['auditAction.accountCreated', 'audit.accountCreated'],
  account_deactivated: ['auditAction.accountDeactivated', 'audit.accountDeactivated'],
  account_deleted: ['auditAction.accountDeleted', 'audit.accountDeleted'],
  app_access_revoked: ['auditAction.appAccessRevoked', 'audit.appAccessRevoked'],
  app_authorized: ['auditAction.appAuthorized', 'audit.appAuthorized'],
  app_created: ['auditAction.appCreated', 'audit.appCreated'],
  app_deleted: ['auditAction.appDeleted', 'audit.appDeleted'],
  appeal_decided: ['auditAction.appealDecided', 'audit.appealDecided'],
  backup_started: ['auditAction.backupStarted', 'audit.backupStarted'],
  configuration_changed: ['auditAction.configurationChanged', 'audit.configurationChanged'],
  email_change_requested: ['auditAction.emailChangeRequested', 'audit.emailChangeRequested'],
  email_changed: ['auditAction.emailChanged', 'audit.emailChanged'],
  equipment_type_changed: ['auditAction.equipmentTypeChanged', 'audit.equipmentTypeChanged'],
  export_requested: ['auditAction.exportRequested', 'audit.exportRequested'],
  identity_linked: ['auditAction.identityLinked', 'audit.identityLinked'],
  identity_unlinked: ['auditAction.identityUnlinked', 'audit.identityUnlinked'],
  invitation_created: ['auditAction.invitationCreated', 'audit.invitationCreated'],
  invitation_resent: ['auditAction.invitationResent', 'audit.invitationResent'],
  invitation_revoked: ['auditAction.invitationRevoked', 'audit.invitationRevoked'],
  logged_in: ['auditAction.loggedIn', 'audit.loggedIn'],
  logged_out: ['auditAction.loggedOut', 'audit.loggedOut'],
  member_note_created: ['auditAction.memberNoteCreated', 'audit.memberNoteCreated'],
  member_note_deleted: ['auditAction.memberNoteDeleted', 'audit.memberNoteDeleted'],
  passkey_added: ['auditAction.passkeyAdded', 'audit.passkeyAdded'],
  passkey_removed: ['auditAction.passkeyRemoved', 'audit.passkeyRemoved'],
  password_changed: ['auditAction.passwordChanged', 'audit.passwordChanged'],
  password_reset: ['auditAction.passwordReset', 'audit.passwordReset'],
  quota_changed: ['auditAction.quotaChanged', 'audit.quotaChanged'],
  registration_rejected: ['auditAction.registrationRejected', 'audit.registrationRejected'],
  recovery_code_used: ['auditAction.recoveryCodeUsed', 'audit.recoveryCodeUsed'],
  recovery_codes_created: ['auditAction.recoveryCodesCreated', 'audit.recoveryCodesCreated'],
  report_assigned: ['auditAction.reportAssigned', 'audit.reportAssigned'],
  report_edited: ['auditAction.reportEdited', 'audit.reportEdited'],
  role_changed: ['auditAction.roleChanged', 'audit.roleChanged'],
  sanction: ['auditAction.sanction', 'audit.sanction'],
  session_revoked: ['auditAction.sessionRevoked', 'audit.sessionRevoked'],
  sessions_ended: ['auditAction.sessionsEnded', 'audit.sessionsEnded'],
  sport_changed: ['auditAction.sportChanged', 'audit.sportChanged'],
  sport_created: ['auditAction.sportCreated', 'audit.sportCreated'],
  sport_deleted: ['auditAction.sportDeleted', 'audit.sportDeleted'],
  task_cancelled: ['auditAction.taskStopped', 'audit.taskStopped'],
  task_retried: ['auditAction.taskStartedAgain', 'audit.taskStartedAgain'],
  test_mail_sent: ['auditAction.testMailSent', 'audit.testMailSent'],
  token_created: ['auditAction.tokenCreated', 'audit.tokenCreated'],
  token_revoked: ['auditAction.tokenRevoked', 'audit.tokenRevoked'],
  two_factor_disabled: ['auditAction.twoFactorDisabled', 'audit.twoFactorDisabled'],
  two_factor_enabled: ['auditAction.twoFactorEnabled', 'audit.twoFactorEnabled'],
  webhook_changed: ['auditAction.webhookChanged', 'audit.webhookChanged'],
  webhook_created: ['auditAction.webhookCreated', 'audit.webhookCreated'],
  webhook_deleted: ['auditAction.webhookDeleted', 'audit.webhookDeleted'],
  webhook_disabled: ['auditAction.webhookDisabled', 'audit.webhookDisabled'],
}

/** All actions, for the filter. */
export const AUDIT_ACTIONS = Object.keys(TEXTS)

const texts: Readonly<Record<string, readonly [name: TextKey, sentence: TextKey]>> = TEXTS

/** Returns the translated name of an action; an unknown one is returned unchanged. */
export function auditActionName(action: string): string {
  const name = texts[action]?.[0]
  return name ? t(name) : action
}

const ACTORS: Readonly<Record<AuditEntry['actor_kind'], TextKey>> = {
  user: 'audit.byUser',
  moderator: 'audit.byModerator',
  admin: 'audit.byAdmin',
  owner: 'audit.byOwner',
  command: 'audit.byCommand',
  server: 'audit.byServer',
}

/** Returns an entry as a sentence, such as “adam changed the role of ann from Member to Moderator”. */
export function describeAuditEntry({
  action,
  actor,
  actor_kind: kind,
  subject,
  details,
}: AuditEntry): string {
  const sentence = texts[action]?.[1]
  if (!sentence) return action
  const isOwn = actor === null ? kind === 'user' && subject === null : actor === subject
  return t(sentence, {
    who: actor ?? t(ACTORS[kind]),
    whom: subject ?? t('audit.gone'),
    own: isOwn ? 'yes' : 'no',
    ...valuesOf(details),
  })
}

/** Returns the values of an entry's details, with an empty text for each missing one. */
function valuesOf(details: Readonly<Record<string, unknown>>) {
  const word = (key: string) => {
    const value = details[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const choice = (key: string) => ({ true: 'yes', false: 'no' })[String(details[key])] ?? 'none'
  const { keys } = details
  return {
    approved: choice('approved'),
    assigned: choice('assigned'),
    from: roleName(word('from')),
    to: roleName(word('to')),
    keys: Array.isArray(keys) ? keys.join(', ') : '',
    method: word('method'),
    name: word('name') || word('sport') || word('type'),
    named: word('name') ? 'yes' : 'no',
    on: choice('is_active'),
    report: word('report'),
    resolved: choice('resolved'),
    what: describeAction(word('type')),
  }
}

/** Returns the browser and system that a login came from, if the entry contains them. */
export function describeAuditDevice({ details }: AuditEntry): string | undefined {
  const { browser, os }: Readonly<Record<string, unknown>> = details
  return typeof browser === 'string' && typeof os === 'string' ? `${browser}, ${os}` : undefined
}
