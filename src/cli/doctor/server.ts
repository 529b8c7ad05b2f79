import { requestServer } from '@/cli/ask-server'
import type { Config } from '@/lib/config/config'
import { findAlert } from '@/store/files/alerts'
import type { Finding } from './finding'

const TIMEOUT = 5000
const WHAT = 'storing changes'
const ADVICE = 'Check the disk, copy the data folder, then restart the server.'

/** Checks whether the server has stopped storing changes, as it does when its disk fails, until it is restarted. */
export async function examineServer(config: Config): Promise<Finding[]> {
  const alert = findAlert(config.dataDir, 'disk_failed')
  if (alert?.isActive) {
    const since = new Date(alert.since).toISOString()
    return [{ what: WHAT, problem: `stopped at ${since}: ${alert.facts.reason}`, advice: ADVICE }]
  }
  // The alert itself may be missing if the failing disk could not store it, so the server is asked as well.
  const problem = (await isBroken(config))
    ? 'the database of the running server does not work; its log says why'
    : undefined
  return [{ what: WHAT, problem, advice: ADVICE }]
}

/** Whether a running server reports a broken database. False when no server is running, which is allowed. */
async function isBroken(config: Config): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const response = await requestServer(config, '/api/check-db', { signal }).catch(() => undefined)
  return response?.status === 500
}
