import { randomBytes } from 'node:crypto'

/** Cost of one hash. */
export interface HashingCost {
  /** KiB of memory. */
  memoryCost: number
  /** Passes over the memory. */
  timeCost: number
}

/** Hashes and verifies passwords. */
export interface Passwords {
  /** Hashes a new password for storage. */
  hash: (password: string) => Promise<string>
  /**
   * Whether a password matches. Returns false without an account, and for an account without a password (''), after the
   * same amount of work.
   */
  matches: (password: string, hash: string | undefined) => Promise<boolean>
}

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
const RECOMMENDED: HashingCost = { memoryCost: 19456, timeCost: 2 }

/**
 * bcrypt ignores the bytes of a password after this number, and the software that created the imported hashes truncated
 * passwords there.
 */
const BCRYPT_BYTES = 72

const isBcrypt = (hash: string) => /^\$2[abxy]?\$/.test(hash)

/**
 * Creates a hash that no password matches, so that logins take the same time for unknown accounts as for existing ones.
 */
function createUnmatchedHash({ memoryCost, timeCost }: HashingCost): string {
  const [salt, digest] = [32, 32].map((bytes) =>
    randomBytes(bytes).toString('base64').replaceAll('=', ''),
  )
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${salt}$${digest}`
}

/**
 * Hashes passwords with argon2id at the given cost. Hashes with another cost and bcrypt hashes are verified as well.
 */
export function openPasswords(cost: HashingCost = RECOMMENDED): Passwords {
  const unmatchedHash = createUnmatchedHash(cost)
  return {
    hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost }),
    matches: async (password, known) => {
      const stored = known || unmatchedHash
      // NOTE For longer passwords, Bun would apply SHA-512 before bcrypt, which does not match imported hashes.
      const typed = isBcrypt(stored) ? Buffer.from(password).subarray(0, BCRYPT_BYTES) : password
      const matches = await Bun.password.verify(typed, stored).catch(() => false)
      return matches && Boolean(known)
    },
  }
}

/** Whether a hash came with an imported account and should be replaced at the next login. */
export const isOutdatedHash = (hash: string): boolean => isBcrypt(hash)
