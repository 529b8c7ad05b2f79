import { Elysia } from 'elysia'
import { identify } from '@/auth/identify'
import { type Caller, hasRole, type Role, type Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { accountSuspended, forbidden, missingToken } from '@/errors'
import type { Scope } from '@/policy/scopes'

/** What the contract says about a route that needs a token. */
export interface AccessRule {
  /** Scopes of which a third-party token must hold one; without any, third-party tokens are refused. */
  scope?: Scope | readonly Scope[]
  /** Least role. */
  role?: Role
  /** Whether a suspended account may call. */
  suspended?: boolean
}

type Admission =
  | { rule: 'token'; caller: Caller }
  | { rule: 'optional'; caller: Visitor }
  | { rule: 'public' }

/** What a route knows of a request: its admission is kept with it from `transform` to the handler. */
interface Call {
  request: Request
  admission?: Admission
}

const scopesOf = ({ scope }: AccessRule): readonly Scope[] =>
  scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope

/** @throws 401, then 403 for a suspended account or too low a role. */
async function admit(ctx: AppContext, request: Request, rule: AccessRule): Promise<Caller> {
  const header = request.headers.get('authorization')
  if (!header) throw missingToken()
  const caller = await identify(ctx, header, scopesOf(rule))
  if (caller.suspended && !rule.suspended) throw accountSuspended()
  if (rule.role && !hasRole(caller, rule.role))
    throw caller.suspended ? accountSuspended() : forbidden()
  return caller
}

function admissionOf({ admission, request }: Call): Admission {
  if (!admission) throw new Error(`route without access rule: ${request.method} ${request.url}`)
  return admission
}

function callerOf(call: Call): Caller {
  const admission = admissionOf(call)
  if (admission.rule === 'token') return admission.caller
  throw new Error(`route reads a caller it does not require: ${call.request.url}`)
}

function visitorOf(call: Call): Visitor {
  const admission = admissionOf(call)
  return admission.rule === 'public' ? undefined : admission.caller
}

/**
 * Adds the properties `access`, `optionalAccess` and `publicAccess` to routes, and refuses routes without any.
 *
 * NOTE the check sits in `transform` because Elysia validates before `resolve` and `beforeHandle`:
 * a call that is both anonymous and malformed must answer 401, not 400.
 */
export const accessControl = (ctx: AppContext) =>
  new Elysia({ name: 'access' })
    .onBeforeHandle({ as: 'global' }, (call: Call) => void admissionOf(call))
    .macro({
      /** A token is required; the handler gets `caller`. */
      access: (rule: AccessRule) => ({
        detail: documented(rule),
        transform: async (call: Call) => {
          call.admission = { rule: 'token', caller: await admit(ctx, call.request, rule) }
        },
        resolve: (call: Call) => ({ caller: callerOf(call) }),
      }),
      /** Anonymous callers are welcome, but a token that is sent must be good; the handler gets `visitor`. */
      optionalAccess: (rule: AccessRule) => ({
        detail: documented(rule),
        transform: async (call: Call) => {
          const anonymous = !call.request.headers.has('authorization')
          const caller = anonymous ? undefined : await admit(ctx, call.request, rule)
          call.admission = { rule: 'optional', caller }
        },
        resolve: (call: Call) => ({ visitor: visitorOf(call) }),
      }),
      /** Open to everybody; tokens are not looked at. */
      publicAccess: (_: true) => ({
        transform: (call: Call) => {
          call.admission = { rule: 'public' }
        },
      }),
    })

/** What the OpenAPI document says about a rule. */
function documented(rule: AccessRule) {
  const scopes = scopesOf(rule)
  return {
    security: [{ bearer: [...scopes] }],
    description: [
      scopes.length > 0 ? `Scope: ${scopes.join(' or ')}.` : 'First-party tokens only.',
      rule.role ? `Minimum role: ${rule.role}.` : '',
      rule.suspended ? 'Suspended accounts may call.' : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  }
}
