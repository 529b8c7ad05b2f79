import type { DocumentedAccess } from '@/server/http/access'
import type { DocumentedError, Operation } from '@/server/http/operation'

/** Facts about a route that are not part of its `Operation`. */
interface Circumstances {
  /** Undefined for a public route. */
  rule: DocumentedAccess | undefined
  hasBody: boolean
  /** Whether a path parameter has a restricted format. */
  hasStrictPath: boolean
  /** Whether its requests count against the rate limits. */
  isCounted: boolean
  isWriting: boolean
  isConditional: boolean
}

/** An error response of a route. Those without a text have the general one of their status. */
export type DescribedError = Partial<Exclude<DocumentedError, string>>

/** All error responses of a route by status: its own, and those that follow from its access rule, body and limits. */
export function listErrorResponses(
  { errors = {} }: Operation,
  { rule, hasBody, hasStrictPath, isCounted, isWriting, isConditional }: Circumstances,
): Record<number, DescribedError> {
  const implied = [
    ...(hasBody ? [400, 408, 413, 415] : []),
    ...(rule ? [401] : []),
    ...(rule && isRestricted(rule) ? [403] : []),
    ...(hasStrictPath ? [404] : []),
    ...(isConditional ? [412] : []),
    ...(isCounted ? [429] : []),
    431,
    ...(isWriting ? [503, 507] : []),
  ]
  const own = Object.entries(errors).map(([status, error]) => [
    status,
    typeof error === 'string' ? { when: error } : error,
  ])
  return {
    ...Object.fromEntries(implied.map((status) => [status, {}])),
    ...Object.fromEntries(own),
  }
}

/** Whether callers with a valid token may be denied. */
const isRestricted = ({ role, scope, suspended }: DocumentedAccess): boolean =>
  scope !== undefined || !suspended || role !== undefined

/** A description of who may call a route, for the end of its text. */
export function accessText(rule: DocumentedAccess | undefined): string {
  if (!rule) return '**Access:** public, without a token.'
  const scopes = [rule.scope ?? []].flat().map((scope) => `\`${scope}\``)
  return [
    rule.optional
      ? '**Access:** public; a token gives access to more, and must be valid if it is sent.'
      : `**Access:** ${WHO[rule.role ?? 'user']}.`,
    scopes.length > 0
      ? `Apps and personal tokens need the scope ${scopes.join(' or ')}.`
      : 'Requires a session token: not available to apps and personal tokens.',
    rule.suspended && !rule.role ? 'Open to suspended accounts.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const WHO = {
  user: 'users who are logged in',
  moderator: 'moderators, administrators and the owner',
  admin: 'administrators and the owner',
  owner: 'the owner',
}
