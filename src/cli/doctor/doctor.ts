import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { flagsOf, loadCommandConfig, withDataDir } from '@/cli/options'
import { printResult } from '@/cli/output'
import { becomeOwner } from '@/cli/service/run-as-owner'
import type { Config } from '@/lib/config/config'
import { readSettings } from '@/lib/config/read-settings'
import { examineBackups } from './backups'
import { examineData } from './data'
import { examineElevations } from './elevation'
import type { Finding } from './finding'
import { examineFolders } from './folders'
import { examineMapFile } from './map-file'
import { examineOwnership, giveToOwner } from './ownership'
import { examineServer } from './server'
import { examineServices } from './services'
import { examineSettings } from './settings'
import { examineUnit } from './unit'

export function addDoctor(program: Command, io: Io): void {
  withDataDir(program.command('doctor'))
    .description('check for problems, and print what to do about them')
    .option('--offline', 'do not contact external services')
    .option('--repair', 'repair what can be repaired without losing data')
    .action(async (options, command: Command) => {
      const config = loadCommandConfig(options, io)
      const isRepairing = options.repair === true
      if (isRepairing) giveToOwner(config, io)
      becomeOwner(command, io)
      const { isInstalled } = readSettings(flagsOf(options), io.env, io.installation)
      const isOffline = options.offline === true
      const problems = await examine(config, { io, isRepairing, isOffline, isInstalled })
      if (problems > 0)
        throw new Error(`Found ${problems} ${problems === 1 ? 'problem' : 'problems'}.`)
    })
}

interface Examination {
  io: Io
  isRepairing: boolean
  isOffline: boolean
  /** Whether the server is installed as a systemd service on this machine. */
  isInstalled: boolean
}

/** Runs and prints all checks. Returns the number of serious problems that were not repaired. */
async function examine(
  config: Config,
  { io, isRepairing, isOffline, isInstalled }: Examination,
): Promise<number> {
  const data = await examineData(config)
  try {
    const findings = [
      ...examineFolders(config),
      ...examineOwnership(config),
      ...(isInstalled ? examineUnit(config) : []),
      ...data.findings,
      ...examineSettings(config),
      ...examineBackups(config),
      ...(await examineServer(config)),
      ...(await examineElevations(config)),
      ...(await examineMapFile(config)),
      ...(isOffline ? [] : await examineServices(config)),
    ]
    const checks: Check[] = []
    for (const finding of findings) {
      const isRepaired = isRepairing && finding.repair !== undefined
      if (isRepaired) await finding.repair?.()
      checks.push({ finding, state: stateOf(finding, isRepaired) })
    }
    printResult(io, { checks: checks.map(describeCheck) }, checks.flatMap(linesOf))
    return checks.filter(({ state }) => state === 'error').length
  } finally {
    await data.close()
  }
}

/** Returns the lines to print below a problem: examples, then advice. */
const explanationOf = ({ details = [], advice }: Finding): string[] => [
  ...details,
  ...(advice?.split('\n') ?? []),
]

/** A finding, and what it means after repairs. */
interface Check {
  finding: Finding
  state: 'ok' | 'repaired' | 'warning' | 'error'
}

function stateOf({ problem, isMild }: Finding, isRepaired: boolean): Check['state'] {
  if (problem === undefined) return 'ok'
  if (isRepaired) return 'repaired'
  return isMild ? 'warning' : 'error'
}

const describeCheck = ({ finding: { what, problem, details, advice }, state }: Check) => ({
  state,
  what,
  problem: problem ?? null,
  details: details ?? [],
  advice: problem === undefined ? null : (advice ?? null),
})

function linesOf({ finding, state }: Check): string[] {
  const { what, problem } = finding
  const word = (state === 'error' ? 'ERROR' : state).padEnd(8)
  if (state === 'ok') return [`${word} ${what}`]
  const line = `${word} ${what}: ${problem}`
  if (state === 'repaired') return [line]
  return [line, ...explanationOf(finding).map((each) => `         ${each}`)]
}
