import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { t } from '@/web/i18n/text'

const { passkeys } = api.auth

/** A passkey of the account. */
export type Passkey = ResponseData<typeof passkeys.get>['data']['passkeys'][number]

/** What adding and removing a passkey requires. */
interface Proof {
  /** The current password, if the account has one. */
  password: string
  /** A two-factor code, with two-factor login. */
  code: string
}

/** The passkeys of the account. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await unwrap(passkeys.get())).data.passkeys,
})

/** Lets the user create a passkey, and adds it to the account. */
export async function addPasskey({ name, ...proof }: Proof & { name: string }): Promise<void> {
  const { data: options } = await unwrap(passkeys.options.post(proof))
  const { createPasskey } = await import('@/web/api/client/authenticator')
  const { id, response } = await createPasskey(options)
  const { authenticatorData, clientDataJSON, publicKey } = response
  // The browser cannot decode keys of algorithms that it does not know.
  if (publicKey === undefined) throw new Error(t('passkeys.invalid'))
  const credential = { id, response: { authenticatorData, clientDataJSON, publicKey } }
  await unwrap(passkeys.post({ name, credential }))
}

/** Renames a passkey. */
export async function renamePasskey({ id, name }: { id: number; name: string }): Promise<void> {
  await unwrap(passkeys({ passkey_id: id }).patch({ name }))
}

/** Removes a passkey from the account. */
export async function removePasskey({ id, ...proof }: Proof & { id: number }): Promise<void> {
  await unwrap(passkeys({ passkey_id: id }).remove.post(proof))
}

/** Marks the list of passkeys as stale. */
export const refreshPasskeys = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
