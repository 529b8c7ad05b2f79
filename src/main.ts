import { runCommand } from '@/cli'
import { terminal } from '@/cli/io'
import { processIdentity } from '@/cli/service/identity'
import { findInstallation } from '@/cli/service/installation'
import { WORKER_PROCESS } from '@/services/workers/worker-process'

// Only the owner of the process can access the files it creates: folders are 0700, files 0600.
process.umask(0o077)

const args = process.argv.slice(2)
// A process of the server that reads recordings: it has no settings and opens no data.
if (args[0] === WORKER_PROCESS && process.send) await import('@/services/workers/track-worker')
else
  process.exitCode = await runCommand(args, {
    ...terminal,
    installation: findInstallation(process.execPath),
    identity: processIdentity(),
  })
