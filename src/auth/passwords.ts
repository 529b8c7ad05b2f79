import { randomBytes } from 'node:crypto'

/** What one hash costs. */
export interface HashingCost {
  /** KiB of memory. */
  memoryCost: number
  /** Passes over the memory. */
  timeCost: number
}

/** Hashes passwords and checks them. */
export interface Passwords {
  /** The hash to keep for a new password. */
  hash: (password: string) => Promise<string>
  /** Whether a password matches; false without an account, after the same amount of work. */
  matches: (password: string, hash: string | undefined) => Promise<boolean>
}

/** OWASP's second recommended setting for argon2id: 19 MiB, two passes. */
const RECOMMENDED: HashingCost = { memoryCost: 19456, timeCost: 2 }

/** Bytes of a password that bcrypt uses; the software that made imported hashes cut passwords there. */
const BCRYPT_BYTES = 72

const isBcrypt = (hash: string) => /^\$2[abxy]?\$/.test(hash)

/** A hash of the given cost that no password matches, so that unknown accounts take as long as known ones. */
function hashOfNothing({ memoryCost, timeCost }: HashingCost): string {
  const [salt, digest] = [32, 32].map((bytes) =>
    randomBytes(bytes).toString('base64').replaceAll('=', ''),
  )
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${salt}$${digest}`
}

/** Passwords as argon2id hashes of the given cost; those of other costs, and bcrypt's, are matched as well. */
export function openPasswords(cost: HashingCost = RECOMMENDED): Passwords {
  const nobody = hashOfNothing(cost)
  return {
    hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost }),
    matches: async (password, known) => {
      const stored = known ?? nobody
      // NOTE given more, Bun would hash the password with SHA-512 first, which is not how imported hashes were made.
      const typed = isBcrypt(stored) ? Buffer.from(password).subarray(0, BCRYPT_BYTES) : password
      const matches = await Bun.password.verify(typed, stored).catch(() => false)
      return matches && known !== undefined
    },
  }
}

/** Whether a hash came with an imported account and should be replaced at the next login. */
export const isOutdatedHash = (hash: string): boolean => isBcrypt(hash)
