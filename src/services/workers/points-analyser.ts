import { analyseSegments } from '@/domain/analysis/analyse-segments'
import { unpackSegment } from '@/domain/tracks/streams/packed-segment'
import { findWorkerLoss } from '@/lib/system-errors'
import type { AnalysisJob, AnalysisOutcome, PackedRecording } from './jobs'

/** Analyses stored recordings, off the main thread. The outcomes are in the order of the recordings. */
export type PointsAnalyser = (recordings: readonly PackedRecording[]) => Promise<AnalysisOutcome[]>

/**
 * Creates an analyser that delegates the work to `run`. When a worker is lost during several recordings, each one is
 * tried separately, and the one that crashes its worker again fails: on the main thread it would block or crash the
 * server. Only after the workers were stopped is the work finished on the main thread.
 */
export const pointsAnalyser =
  (run: (job: AnalysisJob) => Promise<AnalysisOutcome[]>): PointsAnalyser =>
  async (recordings) => {
    try {
      return await run({ kind: 'analyse', recordings })
    } catch (error) {
      if (findWorkerLoss(error)?.reason === 'stop') return analyseRecordings(recordings)
      const outcomes: AnalysisOutcome[] = []
      for (const recording of recordings) {
        const alone = await run({ kind: 'analyse', recordings: [recording] }).catch((cause) => [
          { failure: String(cause) },
        ])
        outcomes.push(...alone)
      }
      return outcomes
    }
  }

/** Analyses each recording. A recording with damaged points fails alone. */
export const analyseRecordings = (recordings: readonly PackedRecording[]): AnalysisOutcome[] =>
  recordings.map(analyseRecording)

function analyseRecording(segments: PackedRecording): AnalysisOutcome {
  try {
    return { analysed: analyseSegments(segments.map(unpackSegment)) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
