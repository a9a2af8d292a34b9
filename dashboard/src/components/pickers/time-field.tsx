import { type ComponentProps, useState } from 'react';
import { TextField } from '../form.tsx';
import { tidyTime, timeProblem } from './date-range.ts';

/** A time of day. Short forms such as 9 or 930 are completed, and wrong ones reported, when the user leaves the field. */
export function TimeField({ value, problem, onChange, ...field }: ComponentProps<typeof TextField>) {
  const [isTyping, setTyping] = useState(false);
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      {...field}
      problem={problem ?? (isTyping ? undefined : timeProblem(value))}
      value={value}
      onChange={onChange}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        if (tidyTime(value) !== value) onChange(tidyTime(value));
      }}
    />
  );
}
