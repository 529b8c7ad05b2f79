import { Choice } from '@/web/components/Choice'
import { LoadError } from '@/web/components/LoadError'
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
      <LoadError of={done.asked} />
      {done.isEmpty && <p>{t('records.none')}</p>}
    </>
  )
}
