import { appealWorkout } from '@/web/api/sanctions'
import type { Workout } from '@/web/api/workouts'
import { Notice } from '@/web/components/Notice'
import { SanctionPanel } from '@/web/components/SanctionPanel'
import { t } from '@/web/i18n/text'

/** Tells that the workout is suspended; its owner can appeal. */
export function SuspendedWorkout({ workout: { id, suspension } }: { workout: Workout }) {
  if (!suspension) return <Notice>{t('sanction.workout')}</Notice>
  return <SanctionPanel sanction={suspension} onAppeal={(text) => appealWorkout(id, text)} />
}
