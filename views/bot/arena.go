package bot

// ArenaURL is where the division of bots and their arena are shown.
const ArenaURL = "/bots/arena"
