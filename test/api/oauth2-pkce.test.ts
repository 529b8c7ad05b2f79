import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { anApp, consent, oauthCalls, redemption, renewal, VERIFIER } from '../support/oauth2'
import { runs } from '../support/properties'

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const refused = (error: string, description: string) => ({
  status: 400,
  body: { error, error_description: description },
})
const failed = refused('invalid_grant', 'Code challenge failed.')
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
const verifiers = fc.string({
  unit: fc.constantFrom(...LETTERS),
  minLength: 43,
  maxLength: 128,
})

async function scene(changes: Parameters<typeof anApp>[2] = {}) {
  const server = startServer()
  const as = await aUser(server.ctx)
  return { ...oauthCalls(server.call), as, app: await anApp(server.ctx, as, changes) }
}

describe('a code with a challenge', () => {
  test('is redeemed only with its verifier', async () => {
    const { code, token, as, app } = await scene()
    await fc.assert(
      fc.asyncProperty(
        verifiers,
        verifiers,
        fc.constantFrom('S256', 'plain', undefined),
        async (verifier, other, method) => {
          const challenge = method === 'S256' ? s256(verifier) : verifier
          const given = await code(
            as,
            consent(app, {
              code_challenge: challenge,
              ...(method && { code_challenge_method: method }),
            }),
          )
          fc.pre(other !== verifier)
          const wrong = await token(redemption(app, given, { code_verifier: other }))
          expect(wrong).toMatchObject(failed)
          const right = await token(redemption(app, given, { code_verifier: verifier }))
          expect(right.status).toBe(200)
        },
      ),
      runs(60),
    )
  })

  test.each([
    ['no verifier', {}, refused('invalid_request', "Missing 'code_verifier'")],
    [
      'an empty verifier',
      { code_verifier: '' },
      refused('invalid_request', "Missing 'code_verifier'"),
    ],
    [
      'a verifier of 42 characters',
      { code_verifier: VERIFIER.slice(1) },
      refused('invalid_request', "Invalid 'code_verifier'"),
    ],
    [
      'a verifier with other characters',
      { code_verifier: `${VERIFIER}=` },
      refused('invalid_request', "Invalid 'code_verifier'"),
    ],
    ['the challenge itself', { code_verifier: s256(VERIFIER) }, failed],
  ])('is not redeemed with %s', async (_, proof, answer) => {
    const { code, token, as, app } = await scene()
    const asked = { code_challenge: s256(VERIFIER), code_challenge_method: 'S256' }
    const given = await code(as, consent(app, asked))
    const { status, body } = await token(redemption(app, given, proof))
    expect({ status, body }).toEqual(answer)
  })
})

describe('a code without a challenge', () => {
  test('is not redeemed with a verifier, because the challenge may have been stripped', async () => {
    const { code, token, as, app } = await scene()
    const given = await code(as, consent(app))
    expect(await token(redemption(app, given, { code_verifier: VERIFIER }))).toMatchObject(failed)
  })
})

describe('a public client', () => {
  test('uses its verifier for codes, and only its id to refresh and revoke tokens', async () => {
    const { code, token, revoke, use, as, app } = await scene({ secret_hash: null })
    const asked = { code_challenge: s256(VERIFIER), code_challenge_method: 'S256' }
    const nameOnly = (fields: Record<string, string>) => {
      const { client_secret: _, ...rest } = fields
      return rest
    }
    const given = await code(as, consent(app, asked))
    const first = await token(nameOnly(redemption(app, given, { code_verifier: VERIFIER })))
    expect(first.status).toBe(200)
    const second = await token(nameOnly(renewal(app, first.body.refresh_token)))
    expect(second.status).toBe(200)
    expect(await use(second.body.access_token)).toBe(200)
    await revoke({ client_id: app.client_id, token: second.body.access_token })
    expect(await use(second.body.access_token)).toBe(401)
  })

  test('is rejected when it sends a secret', async () => {
    const { code, token, as, app } = await scene({ secret_hash: null })
    const asked = { code_challenge: s256(VERIFIER), code_challenge_method: 'S256' }
    const given = await code(as, consent(app, asked))
    const answer = await token(redemption(app, given, { code_verifier: VERIFIER }))
    expect(answer).toMatchObject(
      refused(
        'invalid_client',
        "The client cannot authenticate with methods: ['client_secret_post']",
      ),
    )
  })
})
