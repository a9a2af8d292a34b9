/** Queries that make the most work: nothing to narrow by, everything common, nothing that matches. */
const REPEATED = ['a', 'an', 'er', 'san ', 'de la ', 'al ', 'x', 'ь', '東', 'ン', 'ة', '서', '🏝'];

export function worstQueries(): { query: string }[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  const clipped = (text: string) => [...text].slice(0, 100).join('');
  return [
    ...letters,
    ...letters.flatMap(a => letters.slice(0, 26).map(b => a + b)),
    ...REPEATED.flatMap(part => [3, 7, 12, 100].map(times => clipped(part.repeat(times)))),
    'de la san el',
    'zhen xiang cun shi',
    'airport international airport',
    'saint santa san la le de del el al',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    'new yrok unted staets of amercia',
    'the quick brown fox jumps over the lazy dog and then runs on through the forest until it is night',
    'xqzvwkjp',
    'qqqqqq wwwwww eeeeee rrrrrr tttttt',
    'мосвка росия',
    'لقاهرة مصر',
    'ลอนดอนน',
    'तोक्यो जापान',
    '\u202Eתל אביב ישראל',
    '東京都千代田区大阪府',
    'ニューヨーク アメリカ',
    "!!! ??? ... ''' ###",
  ].map(query => ({ query }));
}
