// What the tests ask of the site's own modules, in its page: a function of the address of the modules, a name, and
// what is asked.

async (root, name, asked) => {
  const load = (file) => import(root + file);
  const { Engines, EndedError } = await load("engine.js");
  const { consulted } = await load("game.js");
  const { recording } = await load("events.js");
  const { Track } = await load("track.js");
  const { json, text } = await load("files.js");
  const site = await json("site.json");
  const engines = (window.engines ??= new Engines());
  const program = (name) => site.programs.find((one) => one.name === name);

  async function typed(text) {
    return consulted(await engines.fresh(), site, { file: "game.pl", text });
  }

  async function bundled(name) {
    return consulted(await engines.fresh(), site, site.games.find((one) => one.name === name));
  }

  const tasks = {
    /**
     * What each program answers in the first position; and of some the events, too. The
     * game is a bundled one, or a text.
     */
    async answers({ game: name, text, programs, traced, depth, most }) {
      const game = text === undefined ? await bundled(name) : await typed(text);
      const [position] = await game.starts();
      const question = { position, depth, seconds: 60 };
      const [answers, traces] = [{}, {}];
      for (const name of programs) {
        const lacking = game.lacks(program(name));
        answers[name] = lacking
          ? { lacking }
          : await game.search(program(name), question).catch(({ message }) => ({ message }));
      }
      for (const name of traced) {
        const kept = [];
        await game.search(program(name), question, most, (events) => kept.push(events)).catch(() => {});
        traces[name] = new Track({ program: program(name), most, ...recording(kept.join("")) }).events;
      }
      game.engine.end();
      return { answers, traces };
    },

    /** The places in the texts of some programs at each event of their searches of a bundled game's first position. */
    async places({ game: name, programs, depth }) {
      const { steps, traced } = await load("tracing.js");
      const { places, replayed } = await load("marks.js");
      const told = site.marking.map(async (path) => [path, await text(`prolog/${path}`)]);
      const files = Object.fromEntries(await Promise.all(told));
      const game = await bundled(name);
      const [position] = await game.starts();
      const found = {};
      for (const name of programs) {
        const question = { position, depth, seconds: 60 };
        const { recorded } = await traced(game, program(name), question);
        const track = new Track(steps(recorded, "", recorded.positions));
        const marks = await engines.replayed(files, replayed(site, program(name), question, recorded.lines), 60);
        found[name] = places(track, marks, files);
      }
      game.engine.end();
      return found;
    },

    /** What can be clicked on the board at the end of a line of moves of a bundled game. */
    async boards({ game: name, line }) {
      const { LocalPlay } = await load("local_play.js");
      const game = await bundled(name);
      const places = await new LocalPlay(game, game, {}).places(line);
      game.engine.end();
      return places;
    },

    /** The replies to requests, one after the other, to the rules of trees. */
    async replies(requests) {
      window.trees ??= bundled("lecture19");
      const { engine } = await window.trees;
      const replies = [];
      for (const request of requests) {
        const { kind, text } = await engine.ask(request, 60);
        replies.push(`${kind} ${text}`);
      }
      return replies;
    },
  };
  return tasks[name](asked);
}
