import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemo } from '@/cli/demo'
import type { Io } from '@/cli/io'
import { loadCommandConfig } from '@/cli/options'
import type { Config } from '@/lib/config/config'
import type { VariableName } from '@/lib/config/environment-variables'
import { Failure } from '@/lib/failure'

/**
 * Settings of the environment that a demo uses: how it is reached, what it logs, and its maps. All others could lead it to
 * real data or make it send emails.
 */
const SETTINGS: readonly VariableName[] = [
  ...(['HOST', 'PORT', 'LISTEN', 'SOCKET_MODE', 'UI_URL', 'BASE_PATH', 'TRUSTED_PROXIES'] as const),
  ...(['API_DIALECT', 'API_RATE_LIMITS', 'AUTH_RATE_LIMITS'] as const),
  ...(['LOG_LEVEL', 'LOG_FORMAT', 'ACCESS_LOG'] as const),
  ...(['TILE_SERVER_URL', 'MAP_ATTRIBUTION', 'STATICMAP_SUBDOMAINS', 'DEFAULT_STATICMAP'] as const),
]

/** Enough for charts and comparisons, and created in some seconds. */
const DAYS = 90

export interface ThrowAwayOptions extends Record<string, unknown> {
  dataDir?: string
  readOnly?: boolean
  demoPassword?: string
}

/** Options that name other data. */
const CONFLICTS = [
  ['dataDir', '--data-dir'],
  ['readOnly', '--read-only'],
] as const

/**
 * Fills a temporary folder with made-up data, passes the configuration of a server for it to `serve`, and deletes the
 * folder when that ends.
 *
 * @throws Failure if an option names other data
 */
export async function withThrowAwayDemo(
  options: ThrowAwayOptions,
  io: Io,
  serve: (config: Config) => Promise<void>,
): Promise<void> {
  const [, conflict] = CONFLICTS.find(([name]) => options[name]) ?? []
  if (conflict)
    throw new Failure(
      'usage',
      `--demo uses a temporary folder: omit ${conflict}, or fill a folder with milepost demo.`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'milepost-demo-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // A server that cannot finish its tasks in time exits without returning.
  process.once('exit', remove)
  const env = Object.fromEntries(SETTINGS.map((name) => [name, io.env[name]]))
  try {
    const flags = { ...options, dataDir: join(folder, 'data') }
    const config = loadCommandConfig(flags, { ...io, env, installation: undefined })
    io.interruption?.listen()
    await createDemo(config, { io, password: options.demoPassword, days: DAYS })
    io.interruption?.end()
    await serve(config)
  } finally {
    process.off('exit', remove)
    remove()
  }
}
