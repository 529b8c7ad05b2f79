import { Choice } from '@/web/components/Choice'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { t } from '@/web/i18n/text'
import type { useDoneSports } from './use-done-sports'

/** Chooses one of the sports that were done. */
export function SportChoice({
  done: { options, sport },
  onChange,
}: {
  done: ReturnType<typeof useDoneSports>
  onChange: (sport: string) => void
}) {
  if (!sport) return null
  return (
    <Choice label={t('add.sport')} options={options} value={String(sport.id)} onChange={onChange} />
  )
}

/** What is shown in place of efforts where there are none, or where it is not known yet. */
export function WithoutSports({ done }: { done: ReturnType<typeof useDoneSports> }) {
  return (
    <>
      {done.error && <ErrorPanel error={done.error} onRetry={done.refetch} />}
      {done.isEmpty && <p>{t('records.none')}</p>}
    </>
  )
}
