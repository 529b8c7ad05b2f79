/** Pages that work while an account is suspended: the ways in and out, the own account, decisions and appeals. */
const OPEN = [
  '/about',
  '/account-confirmation',
  '/email-update',
  '/login',
  '/password-reset',
  '/privacy-policy',
  '/profile/apps',
  '/profile/edit/account',
  '/profile/edit/preferences',
  '/profile/edit/profile',
  '/profile/moderation',
  '/profile/suspension',
] as const

/** Whether a page can be used while the account is suspended; the server refuses everything else. */
export const isOpenToSuspended = (path: string): boolean =>
  OPEN.some((open) => path === open || path.startsWith(`${open}/`))
