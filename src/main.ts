import { runCommand } from '@/cli'
import { terminal } from '@/cli/io'

// What this process makes is nobody else's: folders are 0700, files 0600.
process.umask(0o077)

process.exitCode = await runCommand(process.argv.slice(2), terminal)
