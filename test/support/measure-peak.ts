import { readFileSync } from 'node:fs'
import { PLAIN } from '@/workers/recording-form'
import { measureTrack } from '@/workers/track-task'

/** Measures the recording that is named, as a worker does, and prints the most memory the process ever had, in MB. */
const [path = ''] = process.argv.slice(2)
const outcome = await measureTrack(
  {
    kind: 'measure',
    request: {
      path,
      form: PLAIN,
      fileName: path,
      segmentsCreationEvent: 'only_manual',
      acceptWithoutGps: true,
      stoppedSpeedThreshold: 1,
      useRawSpeed: false,
      hasElevation: true,
      elevations: { use: 'file' },
    },
    services: { openElevation: undefined, valhalla: undefined },
  },
  { fetch, wait: (part) => part },
).then(
  ({ segments }) => `${segments.reduce((sum, { pointCount }) => sum + pointCount, 0)} points`,
  (error) => String(error.message),
)
// Not `resourceUsage`: what it tells begins with the most that the parent ever had.
const [, kilobytes = ''] =
  /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
console.log(JSON.stringify({ outcome, peak: Number(kilobytes) / 1024 }))
