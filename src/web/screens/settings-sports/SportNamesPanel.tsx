import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type SportName,
  type SportNameChanges,
  saveSportNames,
  sportNamesQuery,
  sportsQuery,
} from '@/web/api/accounts/sports'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Form, type FormProps } from '@/web/components/forms/Form'
import { SportSelect } from '@/web/components/forms/SportSelect'
import list from '@/web/components/lists/ItemList.module.css'
import { Panel } from '@/web/components/page/Panel'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import classes from './SportNamesPanel.module.css'

/** The sports that the account assigns to the names in recordings and exports, for this and future imports. */
export function SportNamesPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sportNamesQuery)
  const mutationFn = (changes: SportNameChanges) => saveSportNames(client, changes)
  const saving = useMutation({ mutationFn })
  const adding = useMutation({ mutationFn })
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
                  onChange={(sportId) => saving.mutate({ sport_names: { [each.name]: sportId } })}
                />
              ))}
            </ul>
          )}
          <ErrorNote error={saving.error} />
          <NewSportName
            saving={adding}
            onAdd={(name, sportId) => adding.mutateAsync({ sport_names: { [name]: sportId } })}
          />
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
  saving,
  onAdd,
}: {
  saving: FormProps['saving']
  onAdd: (name: string, sportId: number) => Promise<void>
}) {
  const form = useForm<{ name: string; sport: number | undefined }>({
    initialValues: { name: '', sport: undefined },
    validate: {
      name: (name) => (name.trim() === '' ? t('sportNames.nameRule') : null),
      sport: (sport) => (sport === undefined ? t('add.sportHint') : null),
    },
  })
  const add = form.onSubmit(({ name, sport }) => {
    // The form shows an error.
    if (sport !== undefined) onAdd(name.trim(), sport).then(form.reset, () => undefined)
  })
  return (
    <Form submit={t('sportNames.add')} saving={saving} once onSubmit={add}>
      <div className={classes.new}>
        <TextInput
          size="md"
          label={t('sportNames.name')}
          maxLength={LIMIT}
          {...withHint(form.getInputProps('name'), t('sportNames.nameHint'))}
        />
        <SportSelect
          label={t('sportNames.sport')}
          auto={null}
          value={form.values.sport}
          error={form.errors.sport}
          disabled={saving.isPending}
          onChange={(sportId) => form.setFieldValue('sport', sportId ?? undefined)}
        />
      </div>
    </Form>
  )
}
