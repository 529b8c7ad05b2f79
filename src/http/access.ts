import { Elysia } from 'elysia'
import { identify, isCallerGone } from '@/auth/identify'
import { isPersonalToken } from '@/auth/personal-tokens'
import { type Caller, hasRole, type Role, type Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { AppError, accountSuspended, forbidden, invalidCredentials, missingToken } from '@/errors'
import type { Scope } from '@/policy/scopes'
import { readBody } from './body'
import { keepFirstValues } from './query-params'
import { countWrongToken } from './rate-limits'
import { pathOf } from './request-path'

/** What the contract says about a route that needs a token. */
export interface AccessRule {
  /** Scopes of which a third-party token must hold one; without any, third-party tokens are refused. */
  scope?: Scope | readonly Scope[]
  /** Least role. */
  role?: Role
  /** Whether a suspended account may call. */
  suspended?: boolean
  /** Whether a personal token may stand in the query, as `token`: some programs can only send to an address. */
  queryToken?: true
}

type Admission =
  | { rule: 'token'; caller: Caller }
  | { rule: 'optional'; caller: Visitor }
  | { rule: 'public' }

/** What a route knows of a request: its admission is kept with it from `transform` to the handler. */
export interface Call {
  request: Request
  admission?: Admission
}

const scopesOf = ({ scope }: AccessRule): readonly Scope[] =>
  scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope

/** @throws 401, then 403 for a suspended account or too low a role. */
async function admit(ctx: AppContext, request: Request, rule: AccessRule): Promise<Caller> {
  const header = request.headers.get('authorization') || tokenInQuery(request, rule)
  return admitBy(ctx, request, { header, rule })
}

/**
 * The same for programs that only know names and passwords (RFC 7617): the password is a personal token of who has the
 * name. Tokens as `Authorization: Bearer` are good as well.
 */
export async function admitByPassword(
  ctx: AppContext,
  request: Request,
  rule: AccessRule,
): Promise<Caller> {
  const header = request.headers.get('authorization') ?? ''
  if (!/^basic /i.test(header)) return admitBy(ctx, request, { header, rule })
  const text = Buffer.from(header.slice(6), 'base64').toString()
  const [name = '', password = ''] = [text.split(':', 1)[0], text.slice(text.indexOf(':') + 1)]
  if (!isPersonalToken(password)) throw invalidCredentials()
  const caller = await admitBy(ctx, request, { header: `Bearer ${password}`, rule })
  if (caller.username.toLowerCase() !== name.toLowerCase()) throw invalidCredentials()
  return caller
}

async function admitBy(
  ctx: AppContext,
  request: Request,
  { header, rule }: { header: string | undefined; rule: AccessRule },
): Promise<Caller> {
  if (!header) throw missingToken()
  const caller = await identifyCounting(ctx, request, { header, rule })
  if (caller.suspended && !rule.suspended) throw accountSuspended()
  if (rule.role && !hasRole(caller, rule.role))
    throw caller.suspended ? accountSuspended() : forbidden()
  return caller
}

/** Identifies a caller. Wrong personal tokens count, so that nobody tries many. @throws 401, 403; 429 after too many. */
async function identifyCounting(
  ctx: AppContext,
  request: Request,
  { header, rule }: { header: string; rule: AccessRule },
): Promise<Caller> {
  try {
    return await identify(ctx, header, scopesOf(rule))
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 401 && isPersonalToken(tokenIn(header)))
      countWrongToken(ctx, request)
    throw error
  }
}

/** The header that says the same as a token in the query; other tokens than personal ones are none there. */
function tokenInQuery({ url }: Request, { queryToken }: AccessRule): string | undefined {
  const token = queryToken ? new URL(url).searchParams.get('token') : null
  return token !== null && isPersonalToken(token) ? `Bearer ${token}` : undefined
}

const tokenIn = (header: string) => header.split(' ')[1] ?? ''

function requireAdmission(request: Request, admission: Admission | undefined): Admission {
  if (!admission) throw new Error(`route without access rule: ${request.method} ${pathOf(request)}`)
  return admission
}

function callerOf(request: Request, admission: Admission | undefined): Caller {
  const admitted = requireAdmission(request, admission)
  if (admitted.rule === 'token') return admitted.caller
  throw new Error(`route reads a caller it does not require: ${pathOf(request)}`)
}

function visitorOf(request: Request, admission: Admission | undefined): Visitor {
  const admitted = requireAdmission(request, admission)
  return admitted.rule === 'public' ? undefined : admitted.caller
}

/** Whether the account behind a request has been deleted since it was let in: then nothing about it works any more. */
export async function hasLostCaller(
  ctx: AppContext,
  admission: Admission | undefined,
): Promise<boolean> {
  const caller =
    admission === undefined || admission.rule === 'public' ? undefined : admission.caller
  return caller !== undefined && isCallerGone(ctx, caller)
}

/** The other properties of a route, as far as they matter here. */
interface RouteOptions {
  body?: unknown
  query?: unknown
  limited?: unknown
  guarded?: unknown
  transform?: unknown
}

/**
 * Has the body of a route read once its caller was let in: nobody else gets anything into memory. Routes that state no
 * schema for it read it themselves, or have none. Of a parameter that a query repeats, the first value counts.
 *
 * @throws Error when limits were looked at after that: `limited` and `guarded` stand before the access rule.
 */
function readInput(options: RouteOptions): void {
  if (options.limited !== undefined || options.guarded !== undefined)
    throw new Error('a route is limited only after its body was read')
  const { body, query, transform: first = [] } = options
  options.transform = [
    ...(Array.isArray(first) ? first : [first]),
    ...(query === undefined ? [] : [keepingFirstValues]),
    ...(body === undefined ? [] : [readingBody]),
  ]
}

const readingBody = async ({ request }: { request: Request }) => ({ body: await readBody(request) })

const keepingFirstValues = ({
  query,
  request,
}: {
  query: Record<string, unknown>
  request: Request
}) => keepFirstValues(query, request.url)

/**
 * Adds the properties `access`, `optionalAccess` and `publicAccess` to routes, and refuses routes without any.
 *
 * NOTE the check sits in `transform` because Elysia validates before `resolve` and `beforeHandle`:
 * a call that is both anonymous and malformed must answer 401, not 400. Hooks name what they need of a call: if it
 * were handed on whole, Elysia would parse the cookies, the query and the headers of every request for them.
 */
export const accessControl = (ctx: AppContext) =>
  new Elysia({ name: 'access' })
    .onBeforeHandle({ as: 'global' }, ({ request, admission }: Call) => {
      requireAdmission(request, admission)
    })
    .macro({
      /** A token is required; the handler gets `caller`. */
      access: (rule: AccessRule) => ({
        detail: documented(rule, false),
        transform: async (call: Call) => {
          call.admission = { rule: 'token', caller: await admit(ctx, call.request, rule) }
        },
        introspect: readInput,
        resolve: ({ request, admission }: Call) => ({ caller: callerOf(request, admission) }),
      }),
      /** Anonymous callers are welcome, but a token that is sent must be good; the handler gets `visitor`. */
      optionalAccess: (rule: AccessRule) => ({
        detail: documented(rule, true),
        transform: async (call: Call) => {
          const anonymous = !call.request.headers.has('authorization')
          const caller = anonymous ? undefined : await admit(ctx, call.request, rule)
          call.admission = { rule: 'optional', caller }
        },
        introspect: readInput,
        resolve: ({ request, admission }: Call) => ({ visitor: visitorOf(request, admission) }),
      }),
      /** Open to everybody; tokens are not looked at. */
      publicAccess: (_: true) => ({
        transform: (call: Call) => {
          call.admission = { rule: 'public' }
        },
        introspect: readInput,
      }),
    })

/** A rule as the API document is told of it. */
export interface DocumentedAccess extends AccessRule {
  optional: boolean
}

/** The `detail` that tells the API document of a rule. NOTE a function, because Elysia merges objects. */
const documented = (rule: AccessRule, optional: boolean): object => ({
  access: (): DocumentedAccess => ({ ...rule, optional }),
})
