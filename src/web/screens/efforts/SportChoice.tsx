import { LoadError } from '@/web/components/feedback/LoadError'
import { Choice } from '@/web/components/forms/Choice'
import { t } from '@/web/i18n/text'
import { storeChosenSport } from '@/web/state/chosen-sport'
import type { useDoneSports } from './use-done-sports'

/** Selects one of the sports with records, and remembers the choice. */
export function SportChoice({
  done: { options, sport, account },
  onChange,
}: {
  done: ReturnType<typeof useDoneSports>
  onChange: (sport: string) => void
}) {
  if (!sport) return null
  return (
    <Choice
      label={t('add.sport')}
      options={options}
      value={String(sport.id)}
      onChange={(id) => {
        storeChosenSport(account, id)
        onChange(id)
      }}
    />
  )
}

/** Shown instead of efforts while they load, after an error, or if there are none. */
export function WithoutSports({ done }: { done: ReturnType<typeof useDoneSports> }) {
  return (
    <>
      <LoadError queries={done.asked} />
      {done.isEmpty && <p>{t('records.none')}</p>}
    </>
  )
}
