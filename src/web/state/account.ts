import { getSessionToken, getTokenAccount } from '@/web/api/client/stored-token'

/** Returns the account id in the session on this device, also while offline; null without a session. */
export const getSessionAccount = (): string | null => getTokenAccount(getSessionToken() ?? '')
