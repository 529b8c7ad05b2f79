import { readFileSync } from 'node:fs'
import { measureUpload } from '@/services/workers/measure-upload'
import { PLAIN } from '@/services/workers/upload'

/** Reads the given recording as a worker does, and prints the peak memory of the process in MB. */
const [path = ''] = process.argv.slice(2)
const outcome = await measureUpload(
  {
    kind: 'measure',
    request: {
      path,
      userId: 1,
      form: PLAIN,
      name: path,
      segmentsCreationEvent: 'only_manual',
      acceptWithoutGps: true,
      stoppedSpeedThreshold: 1,
      useRawSpeed: false,
      hasElevation: true,
      elevations: { use: 'file' },
      measurements: 'device',
    },
    services: { openElevation: undefined, valhalla: undefined },
  },
  { fetch, wait: (part) => part },
).then(
  ({ segments }) => `${segments.reduce((sum, { pointCount }) => sum + pointCount, 0)} points`,
  (error) => String(error.message),
)
// Not `resourceUsage`, which starts with the peak of the parent.
const [, kilobytes = ''] =
  /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
console.log(JSON.stringify({ outcome, peak: Number(kilobytes) / 1024 }))
