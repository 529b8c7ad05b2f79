import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@/config/config'
import type { Ids } from '@/lib/ids'

/** The key that signs tokens: the configured one, else the one made once and kept in the data folder (mode 0600). */
export function loadSecretKey(config: Config, ids: Ids): string {
  if (config.secretKey) return config.secretKey
  const file = join(config.dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(file, ids.secret(48), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}
