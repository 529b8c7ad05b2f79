import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { configOf, withDataDir } from '@/cli/options'
import type { Config } from '@/config/config'
import { examineData } from './data'
import { examineElevations } from './elevation'
import type { Finding } from './finding'
import { examineFolders } from './folders'
import { examineServices } from './services'
import { examineSettings } from './settings'

export function addDoctor(program: Command, io: Io): void {
  withDataDir(program.command('doctor'))
    .description('look for what is wrong, and say what to do about it')
    .option('--offline', 'do not ask services outside')
    .option('--repair', 'put right what can be without losing anything')
    .action(async (options) => {
      const config = configOf(options, io)
      const isRepairing = options.repair === true
      const faults = await examine(config, { io, isRepairing, isOffline: options.offline === true })
      if (faults > 0) throw new Error(`${faults} to be put right.`)
    })
}

/** Looks at everything and tells about it; returns the number of serious faults that stay. */
async function examine(
  config: Config,
  { io, isRepairing, isOffline }: { io: Io; isRepairing: boolean; isOffline: boolean },
): Promise<number> {
  const data = await examineData(config)
  try {
    const findings = [
      ...examineFolders(config),
      ...data.findings,
      ...examineSettings(config),
      ...(await examineElevations(config)),
      ...(isOffline ? [] : await examineServices(config)),
    ]
    let serious = 0
    for (const finding of findings) {
      const isMended = isRepairing && finding.repair !== undefined
      if (isMended) await finding.repair?.()
      io.out(lineOf(finding, isMended))
      if (finding.fault === undefined || isMended) continue
      if (finding.advice) io.out(`         ${finding.advice}`)
      if (!finding.isMild) serious += 1
    }
    return serious
  } finally {
    await data.close()
  }
}

function lineOf({ what, fault, isMild }: Finding, isMended: boolean): string {
  if (fault === undefined) return `ok       ${what}`
  if (isMended) return `mended   ${what}: ${fault}`
  return `${isMild ? 'warning ' : 'FAULT   '} ${what}: ${fault}`
}
