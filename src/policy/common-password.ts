import list from '@/domain/reference/common-passwords.json'

const COMMON: ReadonlySet<string> = new Set(list.passwords.split(' '))

/** Whether a password is easy to guess: one of the most common ones, or the user's name or email address. */
export function isCommonPassword(
  password: string,
  owner: { username: string; email: string },
): boolean {
  const typed = password.toLowerCase()
  const names = [owner.username, owner.email].map((name) => name.toLowerCase())
  return COMMON.has(typed) || names.includes(typed)
}
