import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type SportName,
  type SportNameChanges,
  saveSportNames,
  sportNamesQuery,
  sportsQuery,
} from '@/web/api/accounts/sports'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { SportSelect } from '@/web/components/forms/SportSelect'
import list from '@/web/components/lists/ItemList.module.css'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import classes from './SportNamesPanel.module.css'

/** The sports that the account assigns to the names in recordings and exports, for this and future imports. */
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

/** FIT recordings contain sport and sub-sport as numbers. */
const FIT = /^\d+\/\d+$/

/** The sport assigned to one name; can be changed and deleted. */
function SportNameRow({
  meaning,
  disabled,
  onChange,
}: {
  meaning: SportName
  disabled: boolean
  onChange: (sportId: number | null) => void
}) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const usual = sports.find(({ id }) => id === meaning.usual_sport_id)?.label
  const name = FIT.test(meaning.name) ? `FIT ${meaning.name}` : meaning.name
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <span className={list.name}>{name}</span>
        <span className={list.facts}>
          {usual === undefined
            ? t('sportNames.unknown')
            : t('sportNames.usually', { sport: usual })}
        </span>
      </span>
      <SportSelect
        label={t('sportNames.meant', { name })}
        isLabelHidden
        auto={null}
        value={meaning.sport_id}
        disabled={disabled}
        onChange={onChange}
      />
      <Button
        variant="default"
        size="sm"
        aria-label={t('sportNames.forgetOne', { name })}
        disabled={disabled}
        onClick={() => onChange(null)}
      >
        {t('sportNames.forget')}
      </Button>
    </li>
  )
}

/** Maximum length of a name on the server. */
const LIMIT = 100

/** Assigns a sport to a new name. */
function NewSportName({
  disabled,
  onAdd,
}: {
  disabled: boolean
  onAdd: (name: string, sportId: number) => Promise<void>
}) {
  const [name, setName] = useState('')
  const [sport, setSport] = useState<number>()
  const add = () => {
    if (sport === undefined) return
    onAdd(name, sport).then(
      () => {
        setName('')
        setSport(undefined)
      },
      // The panel shows the error.
      () => undefined,
    )
  }
  return (
    <form
      className={classes.new}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        size="md"
        label={t('sportNames.name')}
        description={t('sportNames.nameHint')}
        maxLength={LIMIT}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SportSelect
        label={t('sportNames.sport')}
        auto={null}
        value={sport}
        disabled={disabled}
        onChange={(sportId) => setSport(sportId ?? undefined)}
      />
      <Button type="submit" disabled={disabled || name.trim() === '' || sport === undefined}>
        {t('sportNames.add')}
      </Button>
    </form>
  )
}
