// @ts-nocheck: it runs in browsers, and the types here are those of Node.
// The shop works without this script. It adds place suggestions, and prevents a second click.
const input = document.getElementById('where');
const chosen = document.getElementById('place');
const list = document.getElementById('places');
let active = -1;
let latest = 0;

function close() {
  // A response that is still on its way must not open the list again.
  latest++;
  list.hidden = true;
  active = -1;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}

function choose(option) {
  input.value = option.textContent;
  chosen.value = option.dataset.place;
  close();
}

async function suggest() {
  const number = ++latest;
  const text = input.value.trim();
  if (text.length < 2) return close();
  const response = await fetch(`/places?q=${encodeURIComponent(text)}`).catch(() => undefined);
  // A slow response must not replace the suggestions for what was typed later.
  if (!response?.ok || number !== latest) return;
  const places = await response.json();
  list.replaceChildren(
    ...places.map(({ placeId, displayName }, i) => {
      const option = document.createElement('li');
      option.id = `place-${i}`;
      option.role = 'option';
      option.dataset.place = placeId;
      option.textContent = displayName;
      option.addEventListener('pointerdown', event => {
        event.preventDefault();
        choose(option);
      });
      return option;
    }),
  );
  active = -1;
  list.hidden = places.length === 0;
  input.setAttribute('aria-expanded', String(places.length > 0));
}

if (input) {
  chosen.value = chosen.dataset.chosen;
  let timer;
  input.addEventListener('input', () => {
    chosen.value = '';
    clearTimeout(timer);
    timer = setTimeout(suggest, 120);
  });
  input.addEventListener('blur', () => {
    clearTimeout(timer);
    close();
  });
  input.addEventListener('keydown', event => {
    const options = [...list.children];
    if (list.hidden || options.length === 0) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) choose(options[active]);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      active = (active + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length;
      for (const [i, option] of options.entries()) option.setAttribute('aria-selected', String(i === active));
      input.setAttribute('aria-activedescendant', options[active].id);
    } else return;
    event.preventDefault();
  });
}

// The button is disabled after the form was sent. Even without it, the reference in the form books only once.
for (const form of document.querySelectorAll('form[data-once]')) {
  const disable = isDisabled => () => {
    for (const button of form.querySelectorAll('button')) button.disabled = isDisabled;
  };
  form.addEventListener('submit', disable(true));
  // The Back button may show the page as it was left.
  window.addEventListener('pageshow', disable(false));
}

// On a small screen, the filters and the map are initially collapsed.
if (window.matchMedia('(max-width: 75rem)').matches)
  for (const details of document.querySelectorAll('.collapse')) details.open = false;

// A pin highlights its hotel, and a hotel its pin.
for (const card of document.querySelectorAll('.card')) {
  const pin = document.querySelector(`[data-pin="${CSS.escape(card.id)}"]`);
  const mark = isMarked => () => {
    pin?.classList.toggle('marked', isMarked);
    card.classList.toggle('marked', isMarked);
  };
  for (const part of [card, pin]) {
    part?.addEventListener('pointerenter', mark(true));
    part?.addEventListener('pointerleave', mark(false));
  }
}
