import { createHash, timingSafeEqual } from 'node:crypto'
import type { ChallengeMethod } from '@/db/columns'

/** RFC 7636 §4.1: what verifiers, and with them plain challenges, are made of. */
const FORM = /^[a-zA-Z0-9\-._~]{43,128}$/
const CHALLENGE = 'code_challenge'
const METHOD = 'code_challenge_method'

/** What a client must prove to know when it redeems its code. */
export interface Challenge {
  challenge: string
  method: ChallengeMethod
}

const isMethod = (text: string): text is ChallengeMethod => text === 'S256' || text === 'plain'

/**
 * The challenge of an authorization request; undefined when it has none, unless one is `required`.
 * What is wrong with it comes as a text.
 */
export function readChallenge(
  params: URLSearchParams,
  { required }: { required: boolean },
): Challenge | undefined | { problem: string } {
  const challenge = params.get(CHALLENGE)
  const method = params.get(METHOD) || 'plain'
  if (!challenge && !params.get(METHOD) && !required) return undefined
  if (!challenge) return { problem: `Missing '${CHALLENGE}'` }
  const repeated = [CHALLENGE, METHOD].find((name) => params.getAll(name).length > 1)
  if (repeated === CHALLENGE) return { problem: repetition(CHALLENGE) }
  if (!FORM.test(challenge)) return { problem: `Invalid '${CHALLENGE}'` }
  if (!isMethod(method)) return { problem: `Unsupported '${METHOD}'` }
  if (repeated) return { problem: repetition(repeated) }
  return { challenge, method }
}

/** The contract's text for a repeated parameter. */
export const repetition = (parameter: string) => `Multiple '${parameter}' in request.`

/** Whether a verifier has the form that RFC 7636 asks for. */
export const isVerifier = (text: string): boolean => FORM.test(text)

/** Whether a verifier answers a challenge. */
export function answersChallenge(verifier: string, { challenge, method }: Challenge): boolean {
  const answer =
    method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return (
    answer.length === challenge.length &&
    timingSafeEqual(Buffer.from(answer), Buffer.from(challenge))
  )
}
