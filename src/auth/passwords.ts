/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
const HASHING = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const

/** A hash of the right cost that no password matches, so that unknown accounts take as long as known ones. */
const NOBODY = Bun.password.hash(crypto.randomUUID(), HASHING)

/** The hash to keep for a new password. */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, HASHING)

/** Whether a password matches; without an account the answer is no, after the same amount of work. */
export async function passwordMatches(
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const matches = await Bun.password.verify(password, hash ?? (await NOBODY)).catch(() => false)
  return matches && hash !== undefined
}
