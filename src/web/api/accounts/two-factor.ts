import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

const twoFactor = api.auth['two-factor']

/** A secret for an authenticator app, and the URI that the app reads from a QR code. */
export type NewSecret = ResponseData<typeof twoFactor.post>['data']

/** What changes of two-factor login require: the current password and a code. */
export interface Proof {
  password: string
  code: string
}

/** Whether the account has two-factor login, and how many recovery codes are left. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async () => (await unwrap(twoFactor.get())).data,
})

/** Creates a secret, which protects nothing until it is confirmed. */
export const startTwoFactor = async (): Promise<NewSecret> => (await unwrap(twoFactor.post())).data

/** Turns two-factor login on, and returns the recovery codes. */
export const confirmTwoFactor = async (proof: Proof): Promise<string[]> =>
  (await unwrap(twoFactor.confirm.post(proof))).data.recovery_codes

/** Replaces the recovery codes, and returns the new ones. */
export const renewRecoveryCodes = async (proof: Proof): Promise<string[]> =>
  (await unwrap(twoFactor['recovery-codes'].post(proof))).data.recovery_codes

/** Turns two-factor login off. */
export async function disableTwoFactor(proof: Proof): Promise<void> {
  await unwrap(twoFactor.disable.post(proof))
}

/** Marks the state of two-factor login as stale. */
export const refreshTwoFactor = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: twoFactorQuery.queryKey })
