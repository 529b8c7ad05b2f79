import type { Command } from 'commander'
import type { Config } from '@/lib/config/config'
import { ConfigError, VARIABLES } from '@/lib/config/environment-variables'
import { readSettings } from '@/lib/config/read-settings'
import { Failure } from '@/lib/failure'
import { didYouMean } from '@/lib/text/similar'
import { describeSettings, formatSetting } from './describe-settings'
import { examineUnit } from './doctor/unit'
import type { Io } from './io'
import { flagsOf, loadCommandConfig, withDataDir } from './options'
import { printResult } from './output'

export function addConfigCommands(program: Command, io: Io): void {
  const config = program.command('config').description('print or check the settings')
  withDataDir(config.command('print'))
    .description('print every setting with its value, and where it was set; secrets are hidden')
    .action((options) => {
      const settings = describeSettings(
        readCommandSettings(options, io),
        effectiveConfig(options, io),
      )
      printResult(io, { settings }, settings.map(formatSetting))
    })
  withDataDir(config.command('check'))
    .description('report problems with the settings')
    .action((options) => {
      const { ignored, unknown, isInstalled } = readCommandSettings(options, io)
      const problems = findProblems(options, io, isInstalled)
      if (unknown.length > 0) problems.push(...unknown.map(describeUnknown))
      const isValid = problems.length === 0
      printResult(io, { valid: isValid, ignored, problems }, [
        ...ignored.map((name) => `${name} is set but has no effect here.`),
        ...(isValid ? ['The settings are valid.'] : []),
      ])
      if (!isValid) throw new Failure('usage', problems.join('\n'))
    })
}

const describeUnknown = (name: string): string =>
  `Unknown: ${name}. Check the spelling: ${didYouMean(name, Object.keys(VARIABLES))}milepost config print lists all settings.`

const readCommandSettings = (options: Record<string, unknown>, io: Io) =>
  readSettings(flagsOf(options), io.env, io.installation)

/** The configuration; undefined if settings are invalid, which `config check` explains. */
function effectiveConfig(options: Record<string, unknown>, io: Io): Config | undefined {
  try {
    return loadCommandConfig(options, io)
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

/** Lists the problems that would prevent a server from starting with these settings. */
function findProblems(options: Record<string, unknown>, io: Io, isInstalled: boolean): string[] {
  try {
    const config = loadCommandConfig(options, io)
    if (!isInstalled) return []
    return examineUnit(config).flatMap(({ problem, advice }) =>
      problem === undefined ? [] : `The unit has to open folders: ${problem}.\n${advice}`,
    )
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems]
    throw error
  }
}
