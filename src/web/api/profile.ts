import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { api, type DataOf, dataOf } from './client'
import { requestHeaders } from './request-headers'
import { serverPath } from './server-path'

const { edit } = api.auth.profile

/** The own account with its preferences. */
export type Profile = DataOf<typeof api.auth.profile.get>['data']

/** What can be told about oneself. */
export type PersonInput = Parameters<typeof edit.post>[0]
/** Address and password, with the present password. */
export type AccountInput = { email: string; password: string; new_password?: string }
/** How the account wants to see things, and who may see its own. */
export type PreferencesInput = Parameters<typeof edit.preferences.post>[0]

/** Saves what is told about oneself. */
export const savePerson = async (input: PersonInput): Promise<Profile> =>
  (await dataOf(edit.post(input))).data

/** Saves address and password; another address has to be confirmed first where mails are sent. */
export const saveAccount = async (input: AccountInput): Promise<Profile> =>
  (await dataOf(edit.account.patch({ ...input }))).data

/** Saves preferences; what is not given stays. */
export const savePreferences = async (input: PreferencesInput): Promise<Profile> =>
  (await dataOf(edit.preferences.post(input))).data

/** Saves which notifications are wanted. */
export const saveNotificationSwitches = async (input: Record<string, boolean>): Promise<Profile> =>
  (await dataOf(edit.notifications.post(input))).data

/** The time zones that can be chosen. */
export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: async () => (await dataOf(api.auth.timezones.get())).timezones,
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Replaces the own picture.
 *
 * @throws ApiError with the server's words, or with status 0 when there was no answer
 */
export async function savePicture(file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  const request = { method: 'POST', headers: requestHeaders(), body }
  const response = await fetch(serverPath('/api/auth/picture'), request).catch(() => null)
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
}

/** Removes the own picture. */
export async function deletePicture(): Promise<void> {
  await dataOf(api.auth.picture.delete())
}

/** Deletes the own account with everything in it. */
export async function deleteAccount(username: string): Promise<void> {
  await dataOf(api.users({ user_name: username }).delete())
}
