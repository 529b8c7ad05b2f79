/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
const HASHING = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const

/** Bytes of a password that bcrypt looks at; what made the hashes of imported accounts cut there. */
const BCRYPT_BYTES = 72

/** A hash of the right cost that no password matches, so that unknown accounts take as long as known ones. */
const NOBODY = Bun.password.hash(crypto.randomUUID(), HASHING)

const isBcrypt = (hash: string) => /^\$2[abxy]?\$/.test(hash)

/** The hash to keep for a new password. */
export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, HASHING)

/** Whether a password matches; without an account the answer is no, after the same amount of work. */
export async function passwordMatches(
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const stored = hash ?? (await NOBODY)
  // NOTE given more, Bun hashes the password with SHA-512 first, which the makers of imported hashes did not.
  const typed = isBcrypt(stored) ? Buffer.from(password).subarray(0, BCRYPT_BYTES) : password
  const matches = await Bun.password.verify(typed, stored).catch(() => false)
  return matches && hash !== undefined
}

/** Whether a hash should be made anew at the next chance: it came with an imported account. */
export const isOutdatedHash = (hash: string): boolean => isBcrypt(hash)
