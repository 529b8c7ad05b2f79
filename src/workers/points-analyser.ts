import { analyseSegments } from '@/analysis/analysed'
import { decodePoints } from '@/tracks/streams/points-blob'
import type { AnalysisJob, AnalysisOutcome, StoredRecording } from './track-job'

/** Analyses stored recordings, away from the thread that answers requests; answers in their order. */
export type PointsAnalyser = (recordings: readonly StoredRecording[]) => Promise<AnalysisOutcome[]>

/** An analyser that leaves the work to `run`, and does it on this thread where no worker can do it. */
export const pointsAnalyser =
  (run: (job: AnalysisJob) => Promise<AnalysisOutcome[]>): PointsAnalyser =>
  (recordings) =>
    run({ kind: 'analyse', recordings }).catch(() => analyseRecordings(recordings))

/** Analyses each recording; one whose points are damaged fails alone. */
export const analyseRecordings = (recordings: readonly StoredRecording[]): AnalysisOutcome[] =>
  recordings.map(analyseRecording)

function analyseRecording(segments: StoredRecording): AnalysisOutcome {
  try {
    return { analysed: analyseSegments(segments.map(decodePoints)) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
