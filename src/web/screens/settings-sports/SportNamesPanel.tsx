import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SportNameChanges, saveSportNames, sportNamesQuery } from '@/web/api/sport-names'
import { ErrorNote } from '@/web/components/ErrorNote'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import list from '@/web/components/ItemList.module.css'
import { Panel } from '@/web/components/Panel'
import { SportSelect } from '@/web/components/SportSelect'
import { t } from '@/web/i18n/text'
import { NewSportName } from './NewSportName'
import { SportNameRow } from './SportNameRow'
import classes from './SportNamesPanel.module.css'

/** What the account means by what recordings and exports call their sport, for good. */
export function SportNamesPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sportNamesQuery)
  const saving = useMutation({
    mutationFn: (changes: SportNameChanges) => saveSportNames(client, changes),
  })
  const mean = (name: string, sportId: number | null) =>
    saving.mutateAsync({ sport_names: { [name]: sportId } })
  return (
    <Panel title={t('sportNames.title')} text={t('sportNames.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && (
        <div className={classes.parts}>
          <div className={classes.usual}>
            <SportSelect
              label={t('add.sportUsual')}
              auto={t('sportNames.ask')}
              value={data.default_sport_id}
              disabled={saving.isPending}
              onChange={(sportId) => saving.mutate({ default_sport_id: sportId })}
            />
          </div>
          {data.sport_names.length > 0 && (
            <ul className={list.list} aria-label={t('sportNames.title')}>
              {data.sport_names.map((each) => (
                <SportNameRow
                  key={each.name}
                  meaning={each}
                  disabled={saving.isPending}
                  onChange={(sportId) => void mean(each.name, sportId).catch(() => undefined)}
                />
              ))}
            </ul>
          )}
          <NewSportName disabled={saving.isPending} onAdd={mean} />
          <ErrorNote error={saving.error} />
        </div>
      )}
    </Panel>
  )
}
