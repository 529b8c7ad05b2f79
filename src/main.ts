import { runCommand } from '@/cli'
import { terminal } from '@/cli/io'

process.exitCode = await runCommand(process.argv.slice(2), terminal)
