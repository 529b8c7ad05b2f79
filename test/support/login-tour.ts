import { TOTP } from 'otpauth'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { PASSWORD } from './accounts'
import type { TestServer } from './app'
import { anAuthenticator } from './authenticator'

/** What a tour of every operation needs for logins: a server, Ann, and a call that must succeed. */
interface LoginTour extends Pick<TestServer, 'ctx' | 'clock'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  see: (route: string, as?: UserRow, body?: object) => Promise<any>
  ann: UserRow
}

/** Adds, uses, renames and removes a passkey. */
export async function seePasskeys({ see, ann, ctx }: LoginTour) {
  const origin = new URL(ctx.config.uiUrl).origin
  const authenticator = anAuthenticator()
  const { data } = await see('POST /api/auth/passkeys/options', ann, { password: PASSWORD })
  const credential = authenticator.create(data, { origin })
  await see('POST /api/auth/passkeys', ann, { name: 'Phone', credential })
  const { passkeys } = (await see('GET /api/auth/passkeys', ann)).data
  await see(`PATCH /api/auth/passkeys/${passkeys[0].id}`, ann, { name: 'Old phone' })
  const options = (await see('POST /api/auth/login/passkey/options')).data
  await see('POST /api/auth/login/passkey', undefined, {
    credential: authenticator.get(options, { origin }),
  })
  await see(`POST /api/auth/passkeys/${passkeys[0].id}/remove`, ann, { password: PASSWORD })
}

/** Turns two-factor login on, and off again. */
export async function seeTwoFactor({ see, ann, clock }: LoginTour) {
  const { data } = await see('POST /api/auth/two-factor', ann)
  const totp = new TOTP({ secret: data.secret })
  const proof = () => {
    clock.advance(30_000)
    return { password: PASSWORD, code: totp.generate({ timestamp: clock.now() }) }
  }
  await see('POST /api/auth/two-factor/confirm', ann, proof())
  await see('POST /api/auth/two-factor/recovery-codes', ann, proof())
  await see('GET /api/auth/two-factor', ann)
  await see('POST /api/auth/two-factor/disable', ann, proof())
}
