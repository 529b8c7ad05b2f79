import { type TextKey, t } from '@/web/i18n/text'

/** What each error of the browser means; the user cancels with `NotAllowedError`. */
const ERRORS: Readonly<Record<string, TextKey>> = {
  AbortError: 'passkeys.cancelled',
  InvalidStateError: 'passkeys.exists',
  NotAllowedError: 'passkeys.cancelled',
  SecurityError: 'passkeys.otherUrl',
}

/** Lets the user create a passkey. @throws Error with a text for the user. */
export const createPasskey = (options: PublicKeyCredentialCreationOptionsJSON) =>
  ask<RegistrationResponseJSON>(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  )

/** Lets the user choose and use a passkey. @throws Error with a text for the user. */
export const requestPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
  ask<AuthenticationResponseJSON>(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  )

async function ask<Response>(open: () => Promise<Credential | null>): Promise<Response> {
  if (!('PublicKeyCredential' in window && 'toJSON' in PublicKeyCredential.prototype))
    throw new Error(t('passkeys.unsupported'))
  try {
    const credential = await open()
    if (credential instanceof PublicKeyCredential) return credential.toJSON() as Response
  } catch (error) {
    throw new Error(t(ERRORS[error instanceof DOMException ? error.name : ''] ?? 'error.unknown'))
  }
  throw new Error(t('passkeys.cancelled'))
}
