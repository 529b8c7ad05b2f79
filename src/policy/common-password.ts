import list from '@/reference/common-passwords.json'

const COMMON: ReadonlySet<string> = new Set(list.passwords.split(' '))

/** Whether a password is among those that are tried first: the most common of all, or what its owner is called. */
export function isCommonPassword(
  password: string,
  owner: { username: string; email: string },
): boolean {
  const typed = password.toLowerCase()
  const names = [owner.username, owner.email].map((name) => name.toLowerCase())
  return COMMON.has(typed) || names.includes(typed)
}
