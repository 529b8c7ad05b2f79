import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { anApp, consent, redemption, renewal } from '../support/oauth2'
import { runs } from '../support/properties'

const values = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('', ' ', '0'))

describe('requests of an app, whatever their values,', () => {
  test('get a JSON response with 200 or 4xx', async () => {
    const { ctx, call } = startServer()
    const as = await aUser(ctx)
    const app = await anApp(ctx, as)
    const proof = { code_verifier: 'x', token: 'x', token_type_hint: 'x', state: 'x' }
    const challenge = { code_challenge: 'x', code_challenge_method: 'S256', redirect_uri: 'x' }
    const known = {
      ...consent(app),
      ...redemption(app, 'x'),
      ...renewal(app, 'x'),
      ...proof,
      ...challenge,
    }
    const names = Object.keys(known) as (keyof typeof known)[]
    const fields = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(values)), {
      maxLength: 8,
    })
    const grants = fc.constantFrom('authorization_code', 'refresh_token', 'x')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('authorize', 'token', 'revoke'),
        grants,
        fields,
        fc.boolean(),
        async (endpoint, grant, sent, multipart) => {
          const body = multipart ? new FormData() : new URLSearchParams()
          body.append('grant_type', grant)
          for (const [name, value] of sent) body.append(name, value ?? known[name])
          const answer = await call('POST', `/api/oauth/${endpoint}`, { as, body })
          expect(answer.status).toBeLessThan(500)
          expect(typeof answer.body).toBe('object')
        },
      ),
      runs(400),
    )
  })
})
