import { createHash, timingSafeEqual } from 'node:crypto'
import type { ChallengeMethod } from '@/store/db/schema/columns'

/** RFC 7636 §4.1: the syntax of verifiers and of plain challenges. */
const FORM = /^[a-zA-Z0-9\-._~]{43,128}$/
const CHALLENGE = 'code_challenge'
const METHOD = 'code_challenge_method'

/** The challenge to which the client must send the verifier with its code. */
export interface Challenge {
  challenge: string
  method: ChallengeMethod
}

const isMethod = (text: string): text is ChallengeMethod => text === 'S256' || text === 'plain'

/**
 * Reads the challenge of an authorization request. Returns undefined without a challenge, or a `problem` message for an
 * invalid one. Public apps have no other protection of their codes, so they must send an S256 challenge: a plain
 * challenge is the verifier itself and visible to anyone who sees the request (RFC 9700 §2.1.1).
 */
export function readChallenge(
  params: URLSearchParams,
  { isPublicApp }: { isPublicApp: boolean },
): Challenge | undefined | { problem: string } {
  const challenge = params.get(CHALLENGE)
  const method = params.get(METHOD) || 'plain'
  if (!challenge && !params.get(METHOD) && !isPublicApp) return undefined
  if (!challenge) return { problem: `Missing '${CHALLENGE}'` }
  const repeated = [CHALLENGE, METHOD].find((name) => params.getAll(name).length > 1)
  if (repeated === CHALLENGE) return { problem: repeatedParameter(CHALLENGE) }
  if (!FORM.test(challenge)) return { problem: `Invalid '${CHALLENGE}'` }
  if (!isMethod(method) || (isPublicApp && method !== 'S256'))
    return { problem: `Unsupported '${METHOD}'` }
  if (repeated) return { problem: repeatedParameter(repeated) }
  return { challenge, method }
}

/** The contract's text for a repeated parameter. */
export const repeatedParameter = (parameter: string) => `Multiple '${parameter}' in request.`

/** Whether a verifier has the syntax that RFC 7636 requires. */
export const isVerifier = (text: string): boolean => FORM.test(text)

/** Whether a verifier matches a challenge. */
export function matchesChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const expected =
    method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return (
    expected.length === challenge.length &&
    timingSafeEqual(Buffer.from(expected), Buffer.from(challenge))
  )
}
