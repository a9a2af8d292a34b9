// @ts-nocheck: it runs in browsers, and the types here are those of Node.
// Searches INDEX, which the server inserts above. The reference also works without this script.
const ENTRIES = [
  ...INDEX.entries,
  ...INDEX.members.flatMap(([page, part, paths]) =>
    paths.split(' ').map(path => [path, `${page} ${part}`, `/docs/${page}#${part}.${path}`]),
  ),
];
const MOST = 12;
const input = document.getElementById('search');
const list = document.getElementById('found');
let chosen = -1;

input.hidden = false;

// On a phone, the menu is initially collapsed.
if (window.matchMedia('(max-width: 60rem)').matches) document.querySelector('.menu').open = false;

function rank([title, kind], words) {
  const text = `${title} ${kind}`.toLowerCase();
  if (!words.every(word => text.includes(word))) return Number.NEGATIVE_INFINITY;
  const last = title.toLowerCase().split('.').at(-1);
  const isNear = last.startsWith(words[0]);
  return (isNear ? 1000 : 0) + (title.toLowerCase() === words[0] ? 1000 : 0) - title.length;
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : ENTRIES.map(entry => [rank(entry, words), entry]);
  const best = found
    .filter(([score]) => score > Number.NEGATIVE_INFINITY)
    .sort(([a], [b]) => b - a)
    .slice(0, MOST);
  list.replaceChildren(
    ...best.map(([, [title, kind, path]], i) => {
      const item = document.createElement('li');
      item.role = 'option';
      item.id = `found-${i}`;
      const link = document.createElement('a');
      link.href = path;
      link.tabIndex = -1;
      const note = document.createElement('small');
      note.textContent = kind;
      link.append(title, ' ', note);
      item.append(link);
      return item;
    }),
  );
  choose(best.length > 0 ? 0 : -1);
  show(words.length > 0);
  if (words.length > 0 && best.length === 0) list.textContent = 'Nothing found.';
}

function show(isShown) {
  list.hidden = !isShown;
  input.setAttribute('aria-expanded', String(isShown));
}

function choose(place) {
  const items = [...list.querySelectorAll('[role=option]')];
  chosen = items.length === 0 ? -1 : (place + items.length) % items.length;
  for (const [i, item] of items.entries()) item.setAttribute('aria-selected', String(i === chosen));
  if (chosen >= 0) {
    input.setAttribute('aria-activedescendant', items[chosen].id);
    items[chosen].scrollIntoView({ block: 'nearest' });
  } else input.removeAttribute('aria-activedescendant');
}

input.addEventListener('input', search);
input.addEventListener('focus', search);
input.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Enter') list.querySelector('[aria-selected=true] a')?.click();
  else if (event.key === 'Escape') show(false);
  else return;
  event.preventDefault();
});
list.addEventListener('click', () => show(false));
document.addEventListener('click', event => {
  if (!event.target.closest('search')) show(false);
});
document.addEventListener('keydown', event => {
  const isTyping = event.target.closest('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});

// The link may point to a field inside a collapsed field.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details'))
    fold.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', unfold);
if (location.hash) unfold();

// Shows the host of this page in the example of a first call.
const origin = document.getElementById('origin');
if (origin) origin.textContent = location.origin;

for (const pre of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.querySelector('code').textContent);
    button.textContent = 'Copied';
  });
  button.addEventListener('blur', () => {
    button.textContent = 'Copy';
  });
  if (navigator.clipboard) pre.append(button);
}
