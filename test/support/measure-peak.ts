import { measureTrack } from '@/workers/track-task'

/** Measures the recording that is named, as a worker does, and prints the most memory the process ever had, in MB. */
const [path = ''] = process.argv.slice(2)
const outcome = await measureTrack(
  {
    kind: 'measure',
    request: {
      path,
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
console.log(JSON.stringify({ outcome, peak: process.resourceUsage().maxRSS / 1024 }))
