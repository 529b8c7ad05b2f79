import { api, dataOf } from './client'

const { auth } = api

/** Activates an account by the token of its mail; answers the session token. */
export async function confirmAccount(token: string): Promise<string> {
  return (await dataOf(auth.account.confirm.post({ token }))).auth_token
}

/** Asks for another mail with a confirmation link. */
export async function resendConfirmation(email: string): Promise<void> {
  await dataOf(auth.account['resend-confirmation'].post({ email }))
}

/** Asks for a mail with a link to choose a new password. */
export async function requestPasswordReset(email: string): Promise<void> {
  await dataOf(auth.password['reset-request'].post({ email }))
}

/** Sets a new password by the token of the mail. */
export async function resetPassword(input: { token: string; password: string }): Promise<void> {
  await dataOf(auth.password.update.post(input))
}

/** Makes the new address the account's address by the token of the mail to it. */
export async function confirmEmail(token: string): Promise<void> {
  await dataOf(auth.email.update.post({ token }))
}
