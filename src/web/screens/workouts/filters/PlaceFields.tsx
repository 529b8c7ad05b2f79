import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Place, placesQuery } from '@/web/api/workouts/places'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FilterForm.module.css'
import { type FilterFields, typedCoordinates } from './filter-fields'

/** A place by name or coordinates, and the maximum distance of a workout from it. */
export function PlaceFields({ form }: { form: UseFormReturnType<FilterFields> }) {
  const { units, language } = usePreferences()
  const { coordinates, place } = form.values
  const [typed, setTyped] = useState(place || coordinates)
  const [asked, ask] = useState('')
  const found = useQuery({ ...placesQuery(asked, language), enabled: asked !== '' })
  const choose = (chosen: ChosenPlace) => {
    form.setValues(chosen)
    setTyped(chosen.place || chosen.coordinates)
    ask('')
  }
  const look = () => {
    const exact = typedCoordinates(typed)
    if (exact) choose({ coordinates: exact, place: '' })
    else ask(typed.trim())
  }
  return (
    <fieldset className={classes.place}>
      <legend>{t('filter.place')}</legend>
      <div className={classes.look}>
        <TextInput
          label={t('filter.placeName')}
          description={t('filter.placeHint')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            if (value === '') form.setValues({ coordinates: '', place: '' })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            look()
          }}
        />
        <BusyButton variant="default" busy={found.isFetching} onClick={look}>
          {t('filter.look')}
        </BusyButton>
      </div>
      <ErrorNote error={found.error} />
      <div role="status">{found.data?.length === 0 && t('filter.noPlace')}</div>
      {asked !== '' && found.data && found.data.length > 0 && (
        <PlaceList places={found.data} onChoose={choose} />
      )}
      <TextInput
        label={t('filter.radius', { unit: t(units === 'metric' ? 'unit.km' : 'unit.mi') })}
        placeholder="10"
        inputMode="decimal"
        disabled={coordinates === ''}
        {...form.getInputProps('radius')}
      />
    </fieldset>
  )
}

interface ChosenPlace {
  coordinates: string
  place: string
}

function PlaceList({
  places,
  onChoose,
}: {
  places: readonly Place[]
  onChoose: (chosen: ChosenPlace) => void
}) {
  return (
    <ul className={classes.places} aria-label={t('filter.places')}>
      {places.map(({ osm_id, name, display_name, coordinates: at }) => (
        <li key={osm_id}>
          <button
            type="button"
            onClick={() => onChoose({ coordinates: at, place: name ?? display_name ?? at })}
          >
            {display_name ?? name ?? at}
          </button>
        </li>
      ))}
    </ul>
  )
}
