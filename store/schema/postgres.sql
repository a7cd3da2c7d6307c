-- What the migrations come to, written by: go test ./store -run TestSchema -update

CREATE OR REPLACE FUNCTION public.chained()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) -> 'chain' = 'null' AND to_jsonb(OLD) - 'chain' = to_jsonb(NEW) - 'chain' THEN
        RETURN NEW;
    END IF;
    IF EXISTS (SELECT 1 FROM quarantine WHERE match_id = to_jsonb(OLD) ->> 'match_id' AND mending = 1) THEN
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% are insert-only', TG_TABLE_NAME;
END;
$function$;

CREATE OR REPLACE FUNCTION public.insert_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    RAISE EXCEPTION '% are insert-only', TG_TABLE_NAME;
END;
$function$;

CREATE TABLE accounts (
    player_id text NOT NULL,
    password text NOT NULL,
    created_ms bigint NOT NULL,
    CONSTRAINT accounts_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT accounts_password_check CHECK ((password <> ''::text)),
    CONSTRAINT accounts_pkey PRIMARY KEY (player_id),
    CONSTRAINT accounts_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE TABLE addresses (
    player_id text NOT NULL,
    address text NOT NULL,
    verified_ms bigint NOT NULL,
    wanted text NOT NULL,
    wanted_hash bytea,
    wanted_ms bigint NOT NULL,
    stopped_ms bigint NOT NULL,
    problem text NOT NULL,
    refused integer NOT NULL,
    refused_ms bigint NOT NULL,
    CONSTRAINT addresses_pkey PRIMARY KEY (player_id),
    CONSTRAINT addresses_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT addresses_verified CHECK (((address = ''::text) = (verified_ms = 0))),
    CONSTRAINT addresses_wanted CHECK (((wanted = ''::text) = (wanted_ms = 0)))
);

CREATE INDEX addresses_address ON public.addresses USING btree (address) WHERE (address <> ''::text);

CREATE UNIQUE INDEX addresses_wanted_hash ON public.addresses USING btree (wanted_hash) WHERE (wanted_hash IS NOT NULL);

CREATE TABLE analyses (
    match_id text NOT NULL,
    version integer NOT NULL,
    tries integer NOT NULL,
    next_ms bigint NOT NULL,
    problem text NOT NULL,
    made_ms bigint NOT NULL,
    text text NOT NULL,
    points0 integer NOT NULL,
    luck0 integer NOT NULL,
    cost0 integer NOT NULL,
    decisions0 integer NOT NULL,
    adjusted0 integer NOT NULL,
    points1 integer NOT NULL,
    luck1 integer NOT NULL,
    cost1 integer NOT NULL,
    decisions1 integer NOT NULL,
    adjusted1 integer NOT NULL,
    given0 integer NOT NULL,
    given1 integer NOT NULL,
    CONSTRAINT analyses_made CHECK ((((version = 0) = (text = ''::text)) AND ((version = 0) = (made_ms = 0)))),
    CONSTRAINT analyses_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT analyses_pkey PRIMARY KEY (match_id),
    CONSTRAINT analyses_tries_check CHECK ((tries >= 0)),
    CONSTRAINT analyses_version_check CHECK ((version >= 0))
);

CREATE INDEX analyses_gifts ON public.analyses USING btree (match_id) WHERE ((given0 >= 2000) OR (given1 >= 2000));

CREATE INDEX analyses_worth ON public.analyses USING btree (match_id, version, points0, adjusted0, given0, cost0, decisions0, points1, adjusted1, given1, cost1, decisions1) WHERE (version > 0);

CREATE TABLE answered_challenges (
    hash bytea NOT NULL,
    ends_ms bigint NOT NULL,
    CONSTRAINT answered_challenges_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT answered_challenges_pkey PRIMARY KEY (hash)
);

CREATE TABLE answers (
    player_id text NOT NULL,
    key text NOT NULL,
    match_id text NOT NULL,
    body bytea NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT answers_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT answers_body_check CHECK ((length(body) = 32)),
    CONSTRAINT answers_key_check CHECK ((key <> ''::text)),
    CONSTRAINT answers_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT answers_pkey PRIMARY KEY (player_id, key),
    CONSTRAINT answers_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX answers_old ON public.answers USING btree (at_ms);

CREATE TABLE apps (
    id text NOT NULL,
    owner_id text NOT NULL,
    name text NOT NULL,
    site text NOT NULL,
    redirects text NOT NULL,
    created_ms bigint NOT NULL,
    CONSTRAINT apps_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT apps_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES players(id),
    CONSTRAINT apps_pkey PRIMARY KEY (id)
);

CREATE INDEX apps_owner ON public.apps USING btree (owner_id, created_ms);

CREATE TABLE arena_games (
    match_id text NOT NULL,
    hour_ms bigint NOT NULL,
    CONSTRAINT arena_games_hour_ms_fkey FOREIGN KEY (hour_ms) REFERENCES arena_rounds(hour_ms),
    CONSTRAINT arena_games_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT arena_games_pkey PRIMARY KEY (match_id)
);

CREATE INDEX arena_games_hour ON public.arena_games USING btree (hour_ms);

CREATE TABLE arena_rounds (
    hour_ms bigint NOT NULL,
    begun_ms bigint NOT NULL,
    CONSTRAINT arena_rounds_begun_ms_check CHECK ((begun_ms > 0)),
    CONSTRAINT arena_rounds_hour_ms_check CHECK ((hour_ms > 0)),
    CONSTRAINT arena_rounds_pkey PRIMARY KEY (hour_ms)
);

CREATE TABLE audit (
    n integer NOT NULL,
    at_ms bigint NOT NULL,
    by_id text NOT NULL,
    act text NOT NULL,
    subject text NOT NULL,
    reason text NOT NULL,
    detail text NOT NULL,
    chain bytea NOT NULL,
    CONSTRAINT audit_act_check CHECK ((act <> ''::text)),
    CONSTRAINT audit_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT audit_chain_check CHECK ((length(chain) = 32)),
    CONSTRAINT audit_n_check CHECK ((n >= 1)),
    CONSTRAINT audit_pkey PRIMARY KEY (n)
);

CREATE INDEX audit_subject ON public.audit USING btree (subject, n);

CREATE TRIGGER audit_insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION insert_only();

CREATE TABLE blocks (
    player_id text NOT NULL,
    other_id text NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT blocks_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT blocks_other_id_fkey FOREIGN KEY (other_id) REFERENCES players(id),
    CONSTRAINT blocks_pkey PRIMARY KEY (player_id, other_id),
    CONSTRAINT blocks_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT blocks_two CHECK ((player_id <> other_id))
);

CREATE INDEX blocks_other ON public.blocks USING btree (other_id);

CREATE TABLE certificates (
    name text NOT NULL,
    sealed text NOT NULL,
    CONSTRAINT certificates_name_check CHECK ((name <> ''::text)),
    CONSTRAINT certificates_pkey PRIMARY KEY (name),
    CONSTRAINT certificates_sealed_check CHECK ((sealed <> ''::text))
);

CREATE TABLE chapters (
    player_id text NOT NULL,
    game text NOT NULL,
    chapter text NOT NULL,
    done_ms bigint NOT NULL,
    CONSTRAINT chapters_chapter_check CHECK ((chapter <> ''::text)),
    CONSTRAINT chapters_done_ms_check CHECK ((done_ms > 0)),
    CONSTRAINT chapters_pkey PRIMARY KEY (player_id, game, chapter),
    CONSTRAINT chapters_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE TABLE closed_addresses (
    player_id text NOT NULL,
    hash bytea NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT closed_addresses_pkey PRIMARY KEY (player_id),
    CONSTRAINT closed_addresses_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX closed_addresses_hash ON public.closed_addresses USING btree (hash);

CREATE TABLE contribution_words (
    player_id text NOT NULL,
    word text NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT contribution_words_pkey PRIMARY KEY (player_id),
    CONSTRAINT contribution_words_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT contribution_words_used_check CHECK ((used >= 0)),
    CONSTRAINT contribution_words_word_check CHECK ((length(word) <= 48))
);

CREATE TABLE contributions (
    player_id text NOT NULL,
    n bigint NOT NULL,
    value text NOT NULL,
    tournament_id text,
    given_ms bigint NOT NULL,
    CONSTRAINT contributions_given_ms_check CHECK ((given_ms > 0)),
    CONSTRAINT contributions_n_check CHECK ((n > 0)),
    CONSTRAINT contributions_pkey PRIMARY KEY (player_id, n),
    CONSTRAINT contributions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT contributions_tournament_id_check CHECK ((tournament_id <> ''::text)),
    CONSTRAINT contributions_value_check CHECK ((value <> ''::text))
);

CREATE UNIQUE INDEX contributions_tournament ON public.contributions USING btree (tournament_id, player_id) WHERE (tournament_id IS NOT NULL);

CREATE TABLE dice_breaks (
    n bigint NOT NULL,
    CONSTRAINT dice_breaks_pkey PRIMARY KEY (n)
);

CREATE TABLE dice_hashes (
    n bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT dice_hashes_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT dice_hashes_n_check CHECK ((n >= 0)),
    CONSTRAINT dice_hashes_pkey PRIMARY KEY (n)
);

CREATE TABLE dice_leaves (
    n bigint NOT NULL,
    kind text NOT NULL,
    number bigint NOT NULL,
    gid bytea,
    data bytea NOT NULL,
    CONSTRAINT dice_leaves_gid_check CHECK (((gid IS NULL) OR (length(gid) = 16))),
    CONSTRAINT dice_leaves_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT dice_leaves_n_check CHECK ((n >= 0)),
    CONSTRAINT dice_leaves_number_check CHECK ((number >= 0)),
    CONSTRAINT dice_leaves_pkey PRIMARY KEY (n)
);

CREATE INDEX dice_leaves_gid ON public.dice_leaves USING btree (gid, n) WHERE (gid IS NOT NULL);

CREATE INDEX dice_leaves_kind ON public.dice_leaves USING btree (kind, number, n) WHERE (gid IS NULL);

CREATE TABLE dice_log (
    id integer NOT NULL,
    origin text NOT NULL,
    looked_ms bigint NOT NULL,
    CONSTRAINT dice_log_id_check CHECK ((id = 1)),
    CONSTRAINT dice_log_looked_ms_check CHECK ((looked_ms >= 0)),
    CONSTRAINT dice_log_origin_check CHECK ((origin <> ''::text)),
    CONSTRAINT dice_log_pkey PRIMARY KEY (id)
);

CREATE TABLE dice_logged (
    match_id text NOT NULL,
    seq integer NOT NULL,
    over integer NOT NULL,
    CONSTRAINT dice_logged_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT dice_logged_over_check CHECK ((over = ANY (ARRAY[0, 1]))),
    CONSTRAINT dice_logged_pkey PRIMARY KEY (match_id),
    CONSTRAINT dice_logged_seq_check CHECK ((seq >= 0))
);

CREATE TABLE drills (
    at_ms bigint NOT NULL,
    backup text NOT NULL,
    taken_ms bigint NOT NULL,
    lost_ms bigint NOT NULL,
    took_ms bigint NOT NULL,
    bytes bigint NOT NULL,
    matches bigint NOT NULL,
    events bigint NOT NULL,
    problem text NOT NULL,
    CONSTRAINT drills_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT drills_pkey PRIMARY KEY (at_ms)
);

CREATE TABLE entries (
    tournament_id text NOT NULL,
    player_id text NOT NULL,
    seq integer NOT NULL,
    seed integer NOT NULL,
    winner integer NOT NULL,
    entered_ms bigint NOT NULL,
    group_id text NOT NULL,
    out_by text NOT NULL,
    qualified_ms bigint NOT NULL,
    note text NOT NULL,
    present_ms bigint NOT NULL,
    team text NOT NULL,
    board integer NOT NULL,
    CONSTRAINT entries_board_check CHECK ((board >= 0)),
    CONSTRAINT entries_pkey PRIMARY KEY (tournament_id, player_id),
    CONSTRAINT entries_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT entries_seed_check CHECK ((seed >= 0)),
    CONSTRAINT entries_seq_check CHECK ((seq >= 2)),
    CONSTRAINT entries_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id),
    CONSTRAINT entries_tournament_id_seq_key UNIQUE (tournament_id, seq),
    CONSTRAINT entries_winner_check CHECK ((winner = ANY (ARRAY[0, 1])))
);

CREATE INDEX entries_group ON public.entries USING btree (tournament_id, group_id);

CREATE INDEX entries_player ON public.entries USING btree (player_id, tournament_id);

CREATE INDEX entries_qualified ON public.entries USING btree (note, qualified_ms) WHERE (qualified_ms > 0);

CREATE INDEX entries_titles ON public.entries USING btree (tournament_id) WHERE ((note ~~ '%month=%'::text) OR (note ~~ '%year=%'::text));

CREATE TABLE events (
    match_id text NOT NULL,
    seq integer NOT NULL,
    at_ms bigint NOT NULL,
    side integer NOT NULL,
    act text NOT NULL,
    text text NOT NULL,
    chain bytea,
    CONSTRAINT events_act_check CHECK ((act <> ''::text)),
    CONSTRAINT events_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT events_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT events_pkey PRIMARY KEY (match_id, seq),
    CONSTRAINT events_seq_check CHECK ((seq >= 1)),
    CONSTRAINT events_side_check CHECK ((side = ANY (ARRAY[0, 1, 2])))
);

CREATE TRIGGER events_insert_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION chained();

CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION insert_only();

CREATE TABLE facts (
    kind text NOT NULL,
    subject text NOT NULL,
    part text NOT NULL,
    mark bigint NOT NULL,
    since_ms bigint NOT NULL,
    due_ms bigint NOT NULL,
    tries integer NOT NULL,
    holder text NOT NULL,
    expires_ms bigint NOT NULL,
    problem text NOT NULL,
    CONSTRAINT facts_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT facts_pkey PRIMARY KEY (kind, subject, part),
    CONSTRAINT facts_subject_check CHECK ((subject <> ''::text)),
    CONSTRAINT facts_tries_check CHECK ((tries >= 0))
);

CREATE INDEX facts_due ON public.facts USING btree (due_ms);

CREATE TABLE feeds (
    hash bytea NOT NULL,
    player_id text NOT NULL,
    label text NOT NULL,
    created_ms bigint NOT NULL,
    used_ms bigint NOT NULL,
    CONSTRAINT feeds_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT feeds_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT feeds_pkey PRIMARY KEY (hash),
    CONSTRAINT feeds_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX feeds_player ON public.feeds USING btree (player_id, created_ms);

CREATE TABLE formations (
    player_id text NOT NULL,
    game text NOT NULL,
    name text NOT NULL,
    variant text NOT NULL,
    side integer NOT NULL,
    move text NOT NULL,
    made_ms bigint NOT NULL,
    CONSTRAINT formations_made_ms_check CHECK ((made_ms > 0)),
    CONSTRAINT formations_move_check CHECK ((move <> ''::text)),
    CONSTRAINT formations_name_check CHECK ((name <> ''::text)),
    CONSTRAINT formations_pkey PRIMARY KEY (player_id, game, name),
    CONSTRAINT formations_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT formations_side_check CHECK ((side = ANY (ARRAY[1, 2])))
);

CREATE TABLE heartbeats (
    id integer NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT heartbeats_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT heartbeats_id_check CHECK ((id = 1)),
    CONSTRAINT heartbeats_pkey PRIMARY KEY (id)
);

CREATE TABLE hooks (
    id text NOT NULL,
    player_id text NOT NULL,
    scope text NOT NULL,
    subject text NOT NULL,
    format text NOT NULL,
    label text NOT NULL,
    sealed bytea NOT NULL,
    shown text NOT NULL,
    created_ms bigint NOT NULL,
    failures integer NOT NULL,
    failing_ms bigint NOT NULL,
    off_ms bigint NOT NULL,
    tried_ms bigint NOT NULL,
    said text NOT NULL,
    told bigint NOT NULL,
    due_ms bigint NOT NULL,
    CONSTRAINT hooks_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT hooks_format_check CHECK ((format = ANY (ARRAY['json'::text, 'discord'::text]))),
    CONSTRAINT hooks_pkey PRIMARY KEY (id),
    CONSTRAINT hooks_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT hooks_scope_check CHECK ((scope = ANY (ARRAY['player'::text, 'tournament'::text, 'site'::text])))
);

CREATE INDEX hooks_player ON public.hooks USING btree (player_id);

CREATE INDEX hooks_subject ON public.hooks USING btree (scope, subject, created_ms);

CREATE TABLE imported_events (
    id text NOT NULL,
    importer_id text NOT NULL,
    name text NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    first_day text NOT NULL,
    last_day text NOT NULL,
    place text NOT NULL,
    source text NOT NULL,
    count text NOT NULL,
    private integer NOT NULL,
    file text NOT NULL,
    entrants integer NOT NULL,
    games integer NOT NULL,
    winners text NOT NULL,
    imported_ms bigint NOT NULL,
    changed_ms bigint NOT NULL,
    CONSTRAINT imported_events_check CHECK ((changed_ms >= imported_ms)),
    CONSTRAINT imported_events_imported_ms_check CHECK ((imported_ms > 0)),
    CONSTRAINT imported_events_importer_id_fkey FOREIGN KEY (importer_id) REFERENCES players(id),
    CONSTRAINT imported_events_pkey PRIMARY KEY (id),
    CONSTRAINT imported_events_private_check CHECK ((private = ANY (ARRAY[0, 1])))
);

CREATE INDEX imported_events_importer ON public.imported_events USING btree (importer_id, changed_ms);

CREATE INDEX imported_events_list ON public.imported_events USING btree (imported_ms, id);

CREATE TABLE imports (
    id integer NOT NULL,
    file bytea NOT NULL,
    line bigint NOT NULL,
    CONSTRAINT imports_file_check CHECK ((length(file) = 32)),
    CONSTRAINT imports_id_check CHECK ((id = 1)),
    CONSTRAINT imports_line_check CHECK ((line >= 0)),
    CONSTRAINT imports_pkey PRIMARY KEY (id)
);

CREATE TABLE jobs (
    name text NOT NULL,
    holder text NOT NULL,
    epoch bigint NOT NULL,
    expires_ms bigint NOT NULL,
    next_ms bigint NOT NULL,
    started_ms bigint NOT NULL,
    ended_ms bigint NOT NULL,
    error text NOT NULL,
    CONSTRAINT jobs_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT jobs_name_check CHECK ((name <> ''::text)),
    CONSTRAINT jobs_next_ms_check CHECK ((next_ms > 0)),
    CONSTRAINT jobs_pkey PRIMARY KEY (name)
);

CREATE TABLE keys (
    name text NOT NULL,
    epoch integer NOT NULL,
    fingerprint text NOT NULL,
    born_ms bigint NOT NULL,
    reason text NOT NULL,
    exported_ms bigint NOT NULL,
    kept integer NOT NULL,
    opened_ms bigint NOT NULL,
    CONSTRAINT keys_born_ms_check CHECK ((born_ms > 0)),
    CONSTRAINT keys_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT keys_fingerprint_check CHECK ((fingerprint <> ''::text)),
    CONSTRAINT keys_kept_check CHECK ((kept = ANY (ARRAY[0, 1]))),
    CONSTRAINT keys_name_check CHECK ((name <> ''::text)),
    CONSTRAINT keys_pkey PRIMARY KEY (name, epoch)
);

CREATE TABLE lines (
    match_id text NOT NULL,
    n integer NOT NULL,
    author_id text NOT NULL,
    at_ms bigint NOT NULL,
    text text NOT NULL,
    hidden integer NOT NULL,
    salt bytea,
    seal bytea,
    chain bytea,
    CONSTRAINT lines_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT lines_author_id_fkey FOREIGN KEY (author_id) REFERENCES players(id),
    CONSTRAINT lines_hidden_check CHECK ((hidden = ANY (ARRAY[0, 1]))),
    CONSTRAINT lines_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT lines_n_check CHECK ((n >= 1)),
    CONSTRAINT lines_pkey PRIMARY KEY (match_id, n)
);

CREATE INDEX lines_author ON public.lines USING btree (author_id, at_ms);

CREATE TABLE matches (
    id text NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    control text NOT NULL,
    gid bytea NOT NULL,
    head bytea NOT NULL,
    player0 text NOT NULL,
    player1 text NOT NULL,
    contribution0 bytea NOT NULL,
    contribution1 bytea NOT NULL,
    created_ms bigint NOT NULL,
    last_seq integer NOT NULL,
    position text NOT NULL,
    first_seat integer NOT NULL,
    to_move integer NOT NULL,
    score_first integer NOT NULL,
    score_second integer NOT NULL,
    deadline_ms bigint NOT NULL,
    due_ms bigint NOT NULL,
    moved_ms bigint NOT NULL,
    ending text NOT NULL,
    winner integer NOT NULL,
    rated integer NOT NULL,
    tournament text NOT NULL,
    fixture text NOT NULL,
    lines integer NOT NULL,
    counted integer NOT NULL,
    no_vacation integer NOT NULL,
    moves_first integer NOT NULL,
    moves_second integer NOT NULL,
    weighed integer NOT NULL,
    clock text NOT NULL,
    analysed integer NOT NULL,
    twin text NOT NULL,
    shared_gid text NOT NULL,
    held integer NOT NULL,
    close_win integer NOT NULL,
    epoch integer NOT NULL,
    scope integer NOT NULL,
    seal bytea,
    corrected text NOT NULL,
    days_bound integer NOT NULL,
    sealing integer NOT NULL,
    helps integer NOT NULL,
    tour bytea,
    runs text NOT NULL,
    CONSTRAINT matches_analysed_check CHECK ((analysed >= 0)),
    CONSTRAINT matches_check CHECK (((shared_gid = ''::text) OR ((length(shared_gid) = 32) AND (twin <> ''::text)))),
    CONSTRAINT matches_check1 CHECK (((held = 0) OR ((held = 1) AND (to_move <> 0)))),
    CONSTRAINT matches_check2 CHECK ((((seal IS NULL) = (epoch = 0)) AND ((seal IS NULL) OR (length(seal) = 32)))),
    CONSTRAINT matches_check3 CHECK (((sealing = 0) OR ((sealing = 1) AND (twin <> ''::text)))),
    CONSTRAINT matches_check4 CHECK (((tour IS NULL) OR ((length(tour) = 32) AND (epoch > 0)))),
    CONSTRAINT matches_check5 CHECK (((runs = ''::text) OR (epoch > 0))),
    CONSTRAINT matches_close_win_check CHECK ((close_win = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_contribution0_check CHECK ((length(contribution0) <= 64)),
    CONSTRAINT matches_contribution1_check CHECK ((length(contribution1) <= 64)),
    CONSTRAINT matches_counted_check CHECK ((counted = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT matches_days_bound_check CHECK ((days_bound = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_deadline CHECK (((to_move = 0) = (deadline_ms = 0))),
    CONSTRAINT matches_due CHECK (((due_ms = 0) OR (to_move <> 0))),
    CONSTRAINT matches_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT matches_first_seat_check CHECK ((first_seat = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_game_check CHECK ((game <> ''::text)),
    CONSTRAINT matches_gid_check CHECK ((length(gid) = 16)),
    CONSTRAINT matches_gid_key UNIQUE (gid),
    CONSTRAINT matches_head_check CHECK ((length(head) = 32)),
    CONSTRAINT matches_helps_check CHECK ((helps = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_id_check CHECK ((id <> ''::text)),
    CONSTRAINT matches_last_seq_check CHECK ((last_seq >= 1)),
    CONSTRAINT matches_moved_ms_check CHECK ((moved_ms > 0)),
    CONSTRAINT matches_no_vacation_check CHECK ((no_vacation = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_over CHECK (((to_move = 0) = (ending <> ''::text))),
    CONSTRAINT matches_pkey PRIMARY KEY (id),
    CONSTRAINT matches_player0_fkey FOREIGN KEY (player0) REFERENCES players(id),
    CONSTRAINT matches_player1_fkey FOREIGN KEY (player1) REFERENCES players(id),
    CONSTRAINT matches_rated_check CHECK ((rated = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_scope_check CHECK ((scope >= 0)),
    CONSTRAINT matches_to_move_check CHECK ((to_move = ANY (ARRAY[0, 1, 2]))),
    CONSTRAINT matches_weighed_check CHECK ((weighed = ANY (ARRAY[0, 1]))),
    CONSTRAINT matches_winner CHECK (((winner = 0) OR (to_move = 0))),
    CONSTRAINT matches_winner_check CHECK ((winner = ANY (ARRAY[0, 1, 2])))
);

CREATE INDEX matches_due ON public.matches USING btree (due_ms, id) WHERE (due_ms > 0);

CREATE INDEX matches_finished ON public.matches USING btree (moved_ms, id) WHERE (to_move = 0);

CREATE INDEX matches_finished0 ON public.matches USING btree (player0, moved_ms, id) WHERE (to_move = 0);

CREATE INDEX matches_finished1 ON public.matches USING btree (player1, moved_ms, id) WHERE (to_move = 0);

CREATE UNIQUE INDEX matches_fixture ON public.matches USING btree (tournament, fixture) WHERE (tournament <> ''::text);

CREATE INDEX matches_held ON public.matches USING btree (moved_ms, id) WHERE (held = 1);

CREATE INDEX matches_overdue ON public.matches USING btree (deadline_ms, id) WHERE (to_move <> 0);

CREATE INDEX matches_rated ON public.matches USING btree (player0, player1, created_ms) WHERE ((rated = 1) AND (tournament = ''::text));

CREATE INDEX matches_recent ON public.matches USING btree (tournament, moved_ms) WHERE ((tournament <> ''::text) AND (to_move = 0));

CREATE INDEX matches_record0 ON public.matches USING btree (player0, player1, ending, winner, first_seat, score_first, score_second, game) WHERE (to_move = 0);

CREATE INDEX matches_record1 ON public.matches USING btree (player1, player0, ending, winner, first_seat, score_first, score_second, game) WHERE (to_move = 0);

CREATE INDEX matches_resigned ON public.matches USING btree (moved_ms) WHERE ((rated = 1) AND (ending = 'resignation'::text));

CREATE INDEX matches_running ON public.matches USING btree (moved_ms, id) WHERE (to_move <> 0);

CREATE INDEX matches_running0 ON public.matches USING btree (player0, deadline_ms, id) WHERE (to_move <> 0);

CREATE INDEX matches_running1 ON public.matches USING btree (player1, deadline_ms, id) WHERE (to_move <> 0);

CREATE INDEX matches_unanalysed ON public.matches USING btree (analysed, moved_ms, id) WHERE ((to_move = 0) AND (ending <> 'void'::text) AND (ending <> 'double forfeit'::text));

CREATE INDEX matches_uncounted ON public.matches USING btree (tournament, fixture) WHERE ((tournament <> ''::text) AND (counted = 0));

CREATE INDEX matches_unweighed ON public.matches USING btree (weighed, moved_ms, id) WHERE ((rated = 1) AND (to_move = 0) AND (weighed = 0));

CREATE INDEX matches_weighing ON public.matches USING btree (moved_ms, id) WHERE ((rated = 1) AND (to_move = 0));

CREATE TABLE model_fits (
    game text NOT NULL,
    variant text NOT NULL,
    month text NOT NULL,
    matches integer NOT NULL,
    rated integer NOT NULL,
    cut1 double precision NOT NULL,
    cut2 double precision NOT NULL,
    cut3 double precision NOT NULL,
    cut4 double precision NOT NULL,
    cut5 double precision NOT NULL,
    cut6 double precision NOT NULL,
    slope double precision NOT NULL,
    log_loss double precision NOT NULL,
    base double precision NOT NULL,
    fitted_ms bigint NOT NULL,
    CONSTRAINT model_fits_cuts CHECK (((cut1 < cut2) AND (cut2 < cut3) AND (cut3 < cut4) AND (cut4 < cut5) AND (cut5 < cut6))),
    CONSTRAINT model_fits_fitted_ms_check CHECK ((fitted_ms > 0)),
    CONSTRAINT model_fits_game_check CHECK ((game <> ''::text)),
    CONSTRAINT model_fits_matches_check CHECK ((matches >= 0)),
    CONSTRAINT model_fits_month_check CHECK ((length(month) = 7)),
    CONSTRAINT model_fits_pkey PRIMARY KEY (game, variant, month),
    CONSTRAINT model_fits_rated_check CHECK ((rated = ANY (ARRAY[0, 1])))
);

CREATE TABLE mutes (
    reader_id text NOT NULL,
    author_id text NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT mutes_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT mutes_author_id_fkey FOREIGN KEY (author_id) REFERENCES players(id),
    CONSTRAINT mutes_pkey PRIMARY KEY (reader_id, author_id),
    CONSTRAINT mutes_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES players(id)
);

CREATE INDEX mutes_author ON public.mutes USING btree (author_id);

CREATE TABLE names (
    key text NOT NULL,
    player_id text NOT NULL,
    CONSTRAINT names_key_check CHECK ((key <> ''::text)),
    CONSTRAINT names_pkey PRIMARY KEY (key),
    CONSTRAINT names_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX names_player ON public.names USING btree (player_id);

CREATE TABLE news (
    player_id text NOT NULL,
    topic text NOT NULL,
    n integer NOT NULL,
    at_ms bigint NOT NULL,
    event text NOT NULL,
    subject text NOT NULL,
    seq integer NOT NULL,
    read_n integer NOT NULL,
    read_ms bigint NOT NULL,
    CONSTRAINT news_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT news_event_check CHECK ((event <> ''::text)),
    CONSTRAINT news_n_check CHECK ((n >= 1)),
    CONSTRAINT news_pkey PRIMARY KEY (player_id, topic),
    CONSTRAINT news_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT news_topic_check CHECK ((topic <> ''::text))
);

CREATE INDEX news_latest ON public.news USING btree (player_id, at_ms);

CREATE INDEX news_old ON public.news USING btree (at_ms);

CREATE INDEX news_unread ON public.news USING btree (player_id) WHERE (read_n < n);

CREATE TABLE notices (
    player_id text NOT NULL,
    n integer NOT NULL,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    seq integer NOT NULL,
    event text NOT NULL,
    CONSTRAINT notices_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT notices_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT notices_n_check CHECK ((n >= 1)),
    CONSTRAINT notices_pkey PRIMARY KEY (player_id, n),
    CONSTRAINT notices_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX notices_old ON public.notices USING btree (at_ms);

CREATE TABLE odds_days (
    tournament_id text NOT NULL,
    group_id text NOT NULL,
    player_id text NOT NULL,
    day text NOT NULL,
    places text NOT NULL,
    CONSTRAINT odds_days_day_check CHECK ((length(day) = 10)),
    CONSTRAINT odds_days_pkey PRIMARY KEY (tournament_id, group_id, day, player_id),
    CONSTRAINT odds_days_places_check CHECK ((places <> ''::text)),
    CONSTRAINT odds_days_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT odds_days_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id)
);

CREATE TABLE offer_games (
    offer_id text NOT NULL,
    n integer NOT NULL,
    match_id text NOT NULL,
    gid bytea NOT NULL,
    head bytea NOT NULL,
    epoch integer NOT NULL,
    seal bytea,
    CONSTRAINT offer_games_check CHECK ((((seal IS NULL) = (epoch = 0)) AND ((seal IS NULL) OR (length(seal) = 32)))),
    CONSTRAINT offer_games_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT offer_games_gid_check CHECK ((length(gid) = 16)),
    CONSTRAINT offer_games_gid_key UNIQUE (gid),
    CONSTRAINT offer_games_head_check CHECK ((length(head) = 32)),
    CONSTRAINT offer_games_match_id_check CHECK ((match_id <> ''::text)),
    CONSTRAINT offer_games_match_id_key UNIQUE (match_id),
    CONSTRAINT offer_games_n_check CHECK ((n > 0)),
    CONSTRAINT offer_games_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
    CONSTRAINT offer_games_pkey PRIMARY KEY (offer_id, n)
);

CREATE TABLE offers (
    id text NOT NULL,
    author text NOT NULL,
    invited text,
    game text NOT NULL,
    variant text NOT NULL,
    control text NOT NULL,
    rated integer NOT NULL,
    kickoff text NOT NULL,
    message text NOT NULL,
    contribution bytea NOT NULL,
    gid bytea NOT NULL,
    head bytea NOT NULL,
    created_ms bigint NOT NULL,
    expires_ms bigint NOT NULL,
    state text NOT NULL,
    legs integer NOT NULL,
    slots integer NOT NULL,
    given integer NOT NULL,
    lowest integer NOT NULL,
    highest integer NOT NULL,
    around integer NOT NULL,
    linked integer NOT NULL,
    turn integer NOT NULL,
    counters text,
    answer text NOT NULL,
    duplicate integer NOT NULL,
    epoch integer NOT NULL,
    seal bytea,
    helps integer NOT NULL,
    CONSTRAINT offers_around_check CHECK ((around >= 0)),
    CONSTRAINT offers_author_fkey FOREIGN KEY (author) REFERENCES players(id),
    CONSTRAINT offers_check CHECK ((expires_ms > created_ms)),
    CONSTRAINT offers_check1 CHECK (((given >= 0) AND (given <= slots))),
    CONSTRAINT offers_check2 CHECK (((duplicate = 0) OR ((duplicate = 1) AND (legs = 2)))),
    CONSTRAINT offers_check3 CHECK ((((seal IS NULL) = (epoch = 0)) AND ((seal IS NULL) OR (length(seal) = 32)))),
    CONSTRAINT offers_contribution_check CHECK ((length(contribution) <= 64)),
    CONSTRAINT offers_counters_fkey FOREIGN KEY (counters) REFERENCES offers(id),
    CONSTRAINT offers_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT offers_declined CHECK (((state <> 'declined'::text) OR (invited IS NOT NULL))),
    CONSTRAINT offers_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT offers_game_check CHECK ((game <> ''::text)),
    CONSTRAINT offers_gid_check CHECK ((length(gid) = 16)),
    CONSTRAINT offers_gid_key UNIQUE (gid),
    CONSTRAINT offers_head_check CHECK ((length(head) = 32)),
    CONSTRAINT offers_helps_check CHECK ((helps = ANY (ARRAY[0, 1]))),
    CONSTRAINT offers_highest_check CHECK ((highest >= 0)),
    CONSTRAINT offers_id_check CHECK ((id <> ''::text)),
    CONSTRAINT offers_invited_fkey FOREIGN KEY (invited) REFERENCES players(id),
    CONSTRAINT offers_kickoff_check CHECK ((kickoff = ANY (ARRAY['me'::text, 'you'::text, 'lot'::text]))),
    CONSTRAINT offers_legs_check CHECK ((legs = ANY (ARRAY[1, 2]))),
    CONSTRAINT offers_linked_check CHECK ((linked = ANY (ARRAY[0, 1]))),
    CONSTRAINT offers_lowest_check CHECK ((lowest >= 0)),
    CONSTRAINT offers_pkey PRIMARY KEY (id),
    CONSTRAINT offers_rated_check CHECK ((rated = ANY (ARRAY[0, 1]))),
    CONSTRAINT offers_slots_check CHECK (((slots >= 1) AND (slots <= 10))),
    CONSTRAINT offers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))),
    CONSTRAINT offers_turn_check CHECK ((turn >= 0)),
    CONSTRAINT offers_two CHECK (((invited IS NULL) OR (invited <> author)))
);

CREATE INDEX offers_author ON public.offers USING btree (author, created_ms) WHERE (state = 'open'::text);

CREATE UNIQUE INDEX offers_counters ON public.offers USING btree (counters) WHERE (counters IS NOT NULL);

CREATE INDEX offers_expire ON public.offers USING btree (expires_ms) WHERE (state = 'open'::text);

CREATE INDEX offers_invited ON public.offers USING btree (invited, created_ms) WHERE (state = 'open'::text);

CREATE INDEX offers_open ON public.offers USING btree (created_ms, id) WHERE (state = 'open'::text);

CREATE TABLE opened_keys (
    epoch bigint NOT NULL,
    key bytea NOT NULL,
    opened_ms bigint NOT NULL,
    CONSTRAINT opened_keys_pkey PRIMARY KEY (epoch)
);

CREATE TABLE outbox (
    key text NOT NULL,
    player_id text NOT NULL,
    channel text NOT NULL,
    target text NOT NULL,
    event text NOT NULL,
    joined text NOT NULL,
    subject text NOT NULL,
    seq integer NOT NULL,
    n integer NOT NULL,
    items integer NOT NULL,
    since_ms bigint NOT NULL,
    due_ms bigint NOT NULL,
    tries integer NOT NULL,
    state text NOT NULL,
    holder text NOT NULL,
    expires_ms bigint NOT NULL,
    problem text NOT NULL,
    ended_ms bigint NOT NULL,
    CONSTRAINT outbox_channel_check CHECK ((channel <> ''::text)),
    CONSTRAINT outbox_event_check CHECK ((event <> ''::text)),
    CONSTRAINT outbox_items_check CHECK ((items >= 1)),
    CONSTRAINT outbox_key_check CHECK ((key <> ''::text)),
    CONSTRAINT outbox_pkey PRIMARY KEY (key),
    CONSTRAINT outbox_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT outbox_since_ms_check CHECK ((since_ms > 0)),
    CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'moot'::text, 'dead'::text])))
);

CREATE INDEX outbox_due ON public.outbox USING btree (due_ms, key) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE INDEX outbox_joins ON public.outbox USING btree (player_id, channel, target, joined) WHERE (state = 'waiting'::text);

CREATE INDEX outbox_old ON public.outbox USING btree (ended_ms) WHERE (ended_ms > 0);

CREATE INDEX outbox_sent ON public.outbox USING btree (player_id, channel, ended_ms) WHERE (state = 'sent'::text);

CREATE TABLE passkeys (
    id bytea NOT NULL,
    player_id text NOT NULL,
    name text NOT NULL,
    record text NOT NULL,
    count bigint NOT NULL,
    made_ms bigint NOT NULL,
    used_ms bigint NOT NULL,
    CONSTRAINT passkeys_count_check CHECK ((count >= 0)),
    CONSTRAINT passkeys_id_check CHECK ((length(id) > 0)),
    CONSTRAINT passkeys_made_ms_check CHECK ((made_ms > 0)),
    CONSTRAINT passkeys_pkey PRIMARY KEY (id),
    CONSTRAINT passkeys_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX passkeys_player ON public.passkeys USING btree (player_id);

CREATE TABLE players (
    id text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    created_ms bigint NOT NULL,
    notices integer NOT NULL,
    moved_ms bigint NOT NULL,
    fanned integer NOT NULL,
    CONSTRAINT players_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT players_id_check CHECK ((id <> ''::text)),
    CONSTRAINT players_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT players_name_check CHECK ((name <> ''::text)),
    CONSTRAINT players_pkey PRIMARY KEY (id)
);

CREATE INDEX players_closed ON public.players USING btree (id) WHERE (kind = ANY (ARRAY['deleted'::text, 'expelled'::text]));

CREATE TABLE preferences (
    player_id text NOT NULL,
    upright integer NOT NULL,
    CONSTRAINT preferences_pkey PRIMARY KEY (player_id),
    CONSTRAINT preferences_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT preferences_upright_check CHECK ((upright = ANY (ARRAY[0, 1])))
);

CREATE TABLE programs (
    player_id text NOT NULL,
    owner_id text NOT NULL,
    plays text NOT NULL,
    site text NOT NULL,
    arena integer NOT NULL,
    created_ms bigint NOT NULL,
    heard_ms bigint NOT NULL,
    closed_ms bigint NOT NULL,
    CONSTRAINT programs_arena_check CHECK ((arena = ANY (ARRAY[0, 1]))),
    CONSTRAINT programs_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT programs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES players(id),
    CONSTRAINT programs_pkey PRIMARY KEY (player_id),
    CONSTRAINT programs_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX programs_owner ON public.programs USING btree (owner_id, created_ms);

CREATE TABLE puzzle_passes (
    match_id text NOT NULL,
    version integer NOT NULL,
    CONSTRAINT puzzle_passes_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT puzzle_passes_pkey PRIMARY KEY (match_id)
);

CREATE TABLE puzzle_tries (
    player_id text NOT NULL,
    day text NOT NULL,
    first text NOT NULL,
    tries integer NOT NULL,
    began_ms bigint NOT NULL,
    solved_ms bigint NOT NULL,
    shown_ms bigint NOT NULL,
    CONSTRAINT puzzle_tries_began_ms_check CHECK ((began_ms > 0)),
    CONSTRAINT puzzle_tries_day_fkey FOREIGN KEY (day) REFERENCES puzzles(day),
    CONSTRAINT puzzle_tries_pkey PRIMARY KEY (player_id, day),
    CONSTRAINT puzzle_tries_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT puzzle_tries_tries_check CHECK ((tries >= 0))
);

CREATE INDEX puzzle_tries_day ON public.puzzle_tries USING btree (day);

CREATE TABLE puzzles (
    day text NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    position text NOT NULL,
    answer text NOT NULL,
    played text NOT NULL,
    margin integer NOT NULL,
    judge text NOT NULL,
    version integer NOT NULL,
    match_id text NOT NULL,
    seq integer NOT NULL,
    made_ms bigint NOT NULL,
    CONSTRAINT puzzles_answer_check CHECK ((answer <> ''::text)),
    CONSTRAINT puzzles_day_check CHECK ((length(day) = 10)),
    CONSTRAINT puzzles_made_ms_check CHECK ((made_ms > 0)),
    CONSTRAINT puzzles_margin_check CHECK ((margin >= 250)),
    CONSTRAINT puzzles_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT puzzles_match_id_key UNIQUE (match_id),
    CONSTRAINT puzzles_pkey PRIMARY KEY (day),
    CONSTRAINT puzzles_version_check CHECK ((version > 0))
);

CREATE TABLE quarantine (
    match_id text NOT NULL,
    found_ms bigint NOT NULL,
    reason text NOT NULL,
    mending integer NOT NULL,
    CONSTRAINT quarantine_found_ms_check CHECK ((found_ms > 0)),
    CONSTRAINT quarantine_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT quarantine_mending_check CHECK ((mending = ANY (ARRAY[0, 1]))),
    CONSTRAINT quarantine_pkey PRIMARY KEY (match_id),
    CONSTRAINT quarantine_reason_check CHECK ((reason <> ''::text))
);

CREATE TABLE ratings (
    match_id text NOT NULL,
    seat integer NOT NULL,
    player_id text NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    ended_ms bigint NOT NULL,
    why text NOT NULL,
    late integer NOT NULL,
    latest integer NOT NULL,
    before_elo bigint NOT NULL,
    before_games integer NOT NULL,
    before_wins integer NOT NULL,
    before_grade integer NOT NULL,
    before_rating double precision NOT NULL,
    before_deviation double precision NOT NULL,
    before_volatility double precision NOT NULL,
    before_last_ms bigint NOT NULL,
    after_elo bigint NOT NULL,
    after_games integer NOT NULL,
    after_wins integer NOT NULL,
    after_grade integer NOT NULL,
    after_rating double precision NOT NULL,
    after_deviation double precision NOT NULL,
    after_volatility double precision NOT NULL,
    after_last_ms bigint NOT NULL,
    before_faced integer NOT NULL,
    after_faced integer NOT NULL,
    CONSTRAINT ratings_ended_ms_check CHECK ((ended_ms > 0)),
    CONSTRAINT ratings_game_check CHECK ((game <> ''::text)),
    CONSTRAINT ratings_games CHECK ((after_games = (before_games +
CASE why
    WHEN ''::text THEN 1
    ELSE 0
END))),
    CONSTRAINT ratings_late CHECK (((late = 0) OR (why = ''::text))),
    CONSTRAINT ratings_late_check CHECK ((late = ANY (ARRAY[0, 1]))),
    CONSTRAINT ratings_latest_check CHECK ((latest = ANY (ARRAY[0, 1]))),
    CONSTRAINT ratings_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT ratings_pkey PRIMARY KEY (match_id, seat),
    CONSTRAINT ratings_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT ratings_refund CHECK (((seat >= 2) = (why = 'refund'::text))),
    CONSTRAINT ratings_seat_check CHECK ((seat = ANY (ARRAY[0, 1, 2, 3])))
);

CREATE UNIQUE INDEX ratings_latest ON public.ratings USING btree (game, variant, player_id) WHERE (latest = 1);

CREATE INDEX ratings_lost ON public.ratings USING btree (player_id, ended_ms) WHERE (late = 1);

CREATE INDEX ratings_order ON public.ratings USING btree (ended_ms, match_id, seat);

CREATE INDEX ratings_player ON public.ratings USING btree (player_id, game, variant, ended_ms, match_id, seat);

CREATE INDEX ratings_pool ON public.ratings USING btree (game, variant, ended_ms, match_id, seat) WHERE (why = ''::text);

CREATE TABLE reach (
    player_id text NOT NULL,
    zone text NOT NULL,
    hour integer NOT NULL,
    quiet_from integer NOT NULL,
    quiet_until integer NOT NULL,
    active_ms bigint NOT NULL,
    digest_ms bigint NOT NULL,
    digest_mark text NOT NULL,
    digest_sent_ms bigint NOT NULL,
    after_move text NOT NULL,
    warned_ms bigint NOT NULL,
    CONSTRAINT reach_after_move_check CHECK ((after_move = ANY (ARRAY[''::text, 'next'::text, 'mine'::text]))),
    CONSTRAINT reach_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
    CONSTRAINT reach_pkey PRIMARY KEY (player_id),
    CONSTRAINT reach_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT reach_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
    CONSTRAINT reach_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 23)))
);

CREATE INDEX reach_digest ON public.reach USING btree (digest_ms, player_id) WHERE (digest_ms > 0);

CREATE TABLE reach_choices (
    player_id text NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    how text NOT NULL,
    CONSTRAINT reach_choices_channel_check CHECK ((channel <> ''::text)),
    CONSTRAINT reach_choices_how_check CHECK ((how = ANY (ARRAY['off'::text, 'digest'::text, 'now'::text]))),
    CONSTRAINT reach_choices_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT reach_choices_pkey PRIMARY KEY (player_id, kind, channel),
    CONSTRAINT reach_choices_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE TABLE recovery_codes (
    hash bytea NOT NULL,
    player_id text NOT NULL,
    made_ms bigint NOT NULL,
    used_ms bigint NOT NULL,
    CONSTRAINT recovery_codes_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT recovery_codes_made_ms_check CHECK ((made_ms > 0)),
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (hash),
    CONSTRAINT recovery_codes_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX recovery_codes_player ON public.recovery_codes USING btree (player_id);

CREATE TABLE recovery_links (
    hash bytea NOT NULL,
    player_id text NOT NULL,
    bound bytea NOT NULL,
    made_ms bigint NOT NULL,
    ends_ms bigint NOT NULL,
    CONSTRAINT recovery_links_bound_check CHECK ((length(bound) = 32)),
    CONSTRAINT recovery_links_check CHECK ((ends_ms > made_ms)),
    CONSTRAINT recovery_links_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT recovery_links_made_ms_check CHECK ((made_ms > 0)),
    CONSTRAINT recovery_links_pkey PRIMARY KEY (hash),
    CONSTRAINT recovery_links_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX recovery_links_player ON public.recovery_links USING btree (player_id);

CREATE TABLE refunds (
    match_id text NOT NULL,
    seat integer NOT NULL,
    at_ms bigint NOT NULL,
    weighed integer NOT NULL,
    CONSTRAINT refunds_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT refunds_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT refunds_pkey PRIMARY KEY (match_id),
    CONSTRAINT refunds_seat_check CHECK ((seat = ANY (ARRAY[0, 1]))),
    CONSTRAINT refunds_weighed_check CHECK ((weighed = ANY (ARRAY[0, 1])))
);

CREATE INDEX refunds_order ON public.refunds USING btree (at_ms, match_id);

CREATE INDEX refunds_unweighed ON public.refunds USING btree (weighed, at_ms, match_id) WHERE (weighed = 0);

CREATE TABLE reports (
    match_id text NOT NULL,
    n integer NOT NULL,
    reader_id text NOT NULL,
    at_ms bigint NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    taken_by text NOT NULL,
    taken_ms bigint NOT NULL,
    verdict text NOT NULL,
    decided_by text NOT NULL,
    decided_ms bigint NOT NULL,
    answer text NOT NULL,
    CONSTRAINT reports_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT reports_match_id_n_fkey FOREIGN KEY (match_id, n) REFERENCES lines(match_id, n),
    CONSTRAINT reports_pkey PRIMARY KEY (match_id, n, reader_id),
    CONSTRAINT reports_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES players(id),
    CONSTRAINT reports_verdict_check CHECK ((verdict = ANY (ARRAY[''::text, 'upheld'::text, 'dismissed'::text])))
);

CREATE INDEX reports_latest ON public.reports USING btree (at_ms);

CREATE INDEX reports_open ON public.reports USING btree (at_ms) WHERE (verdict = ''::text);

CREATE INDEX reports_reader ON public.reports USING btree (reader_id);

CREATE TABLE request_reports (
    tournament_id text NOT NULL,
    seq integer NOT NULL,
    reader_id text NOT NULL,
    at_ms bigint NOT NULL,
    reason text NOT NULL,
    taken_by text NOT NULL,
    taken_ms bigint NOT NULL,
    verdict text NOT NULL,
    decided_by text NOT NULL,
    decided_ms bigint NOT NULL,
    answer text NOT NULL,
    CONSTRAINT request_reports_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT request_reports_pkey PRIMARY KEY (tournament_id, seq, reader_id),
    CONSTRAINT request_reports_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES players(id),
    CONSTRAINT request_reports_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id),
    CONSTRAINT request_reports_verdict_check CHECK ((verdict = ANY (ARRAY[''::text, 'upheld'::text, 'dismissed'::text])))
);

CREATE INDEX request_reports_open ON public.request_reports USING btree (at_ms) WHERE (verdict = ''::text);

CREATE INDEX request_reports_reader ON public.request_reports USING btree (reader_id);

CREATE TABLE roles (
    player_id text NOT NULL,
    role text NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT roles_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT roles_pkey PRIMARY KEY (player_id),
    CONSTRAINT roles_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT roles_role_check CHECK ((role = ANY (ARRAY['moderator'::text, 'admin'::text])))
);

CREATE TABLE rolls (
    match_id text NOT NULL,
    e bigint NOT NULL,
    label text NOT NULL,
    k integer NOT NULL,
    sides integer NOT NULL,
    face integer NOT NULL,
    seq integer NOT NULL,
    CONSTRAINT rolls_check CHECK (((face >= 1) AND (face <= sides))),
    CONSTRAINT rolls_e_check CHECK ((e >= 1)),
    CONSTRAINT rolls_k_check CHECK ((k >= 0)),
    CONSTRAINT rolls_label_check CHECK ((label <> ''::text)),
    CONSTRAINT rolls_match_id_seq_fkey FOREIGN KEY (match_id, seq) REFERENCES events(match_id, seq),
    CONSTRAINT rolls_pkey PRIMARY KEY (match_id, e, label, k)
);

CREATE TRIGGER rolls_insert_only BEFORE DELETE OR UPDATE ON public.rolls FOR EACH ROW EXECUTE FUNCTION chained();

CREATE TRIGGER rolls_no_truncate BEFORE TRUNCATE ON public.rolls FOR EACH STATEMENT EXECUTE FUNCTION insert_only();

CREATE TABLE rule_days (
    rule text NOT NULL,
    from_ms bigint NOT NULL,
    CONSTRAINT rule_days_from_ms_check CHECK ((from_ms > 0)),
    CONSTRAINT rule_days_pkey PRIMARY KEY (rule),
    CONSTRAINT rule_days_rule_check CHECK ((rule <> ''::text))
);

CREATE TABLE sanctions (
    id text NOT NULL,
    player_id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    reason text NOT NULL,
    by_id text NOT NULL,
    at_ms bigint NOT NULL,
    ends_ms bigint NOT NULL,
    lifted_by text NOT NULL,
    lifted_ms bigint NOT NULL,
    lifted_why text NOT NULL,
    appeal text NOT NULL,
    appealed_ms bigint NOT NULL,
    answer text NOT NULL,
    answered_by text NOT NULL,
    answered_ms bigint NOT NULL,
    ban_ms bigint NOT NULL,
    short_ms bigint NOT NULL,
    CONSTRAINT sanctions_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT sanctions_check CHECK (((ban_ms = 0) OR (kind = 'absence'::text))),
    CONSTRAINT sanctions_check1 CHECK (((short_ms = 0) OR (kind = 'absence'::text))),
    CONSTRAINT sanctions_kind_check CHECK ((kind = ANY (ARRAY['hide'::text, 'warn'::text, 'mute'::text, 'rename'::text, 'restrict'::text, 'lock'::text, 'expel'::text, 'program'::text, 'absence'::text]))),
    CONSTRAINT sanctions_pkey PRIMARY KEY (id),
    CONSTRAINT sanctions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT sanctions_reason_check CHECK ((reason <> ''::text))
);

CREATE INDEX sanctions_appealed ON public.sanctions USING btree (appealed_ms) WHERE ((appealed_ms > 0) AND (answered_ms = 0));

CREATE INDEX sanctions_player ON public.sanctions USING btree (player_id, at_ms);

CREATE TABLE sealed_moves (
    match_id text NOT NULL,
    move text NOT NULL,
    CONSTRAINT sealed_moves_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT sealed_moves_move_check CHECK ((move <> ''::text)),
    CONSTRAINT sealed_moves_pkey PRIMARY KEY (match_id)
);

CREATE TABLE security_events (
    id text NOT NULL,
    at_ms bigint NOT NULL,
    act text NOT NULL,
    failed integer NOT NULL,
    player_id text NOT NULL,
    neighbourhood text NOT NULL,
    browser text NOT NULL,
    factor text NOT NULL,
    request text NOT NULL,
    CONSTRAINT security_events_act_check CHECK ((act <> ''::text)),
    CONSTRAINT security_events_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT security_events_failed_check CHECK ((failed = ANY (ARRAY[0, 1]))),
    CONSTRAINT security_events_pkey PRIMARY KEY (id)
);

CREATE INDEX security_events_at ON public.security_events USING btree (at_ms);

CREATE INDEX security_events_player ON public.security_events USING btree (player_id, at_ms);

CREATE TABLE seen (
    player_id text NOT NULL,
    match_id text NOT NULL,
    seq integer NOT NULL,
    CONSTRAINT seen_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT seen_pkey PRIMARY KEY (player_id, match_id),
    CONSTRAINT seen_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT seen_seq_check CHECK ((seq > 0))
);

CREATE TABLE sessions (
    hash bytea NOT NULL,
    player_id text NOT NULL,
    created_ms bigint NOT NULL,
    seen_ms bigint NOT NULL,
    browser text NOT NULL,
    proved_ms bigint NOT NULL,
    idle_seconds bigint NOT NULL,
    ends_ms bigint NOT NULL,
    kept integer NOT NULL,
    CONSTRAINT sessions_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT sessions_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT sessions_kept_check CHECK ((kept = ANY (ARRAY[0, 1]))),
    CONSTRAINT sessions_pkey PRIMARY KEY (hash),
    CONSTRAINT sessions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX sessions_player ON public.sessions USING btree (player_id, seen_ms);

CREATE INDEX sessions_seen ON public.sessions USING btree (seen_ms);

CREATE TABLE settings (
    key text NOT NULL,
    value text NOT NULL,
    CONSTRAINT settings_key_check CHECK ((key <> ''::text)),
    CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE site (
    id integer NOT NULL,
    written_by text NOT NULL,
    min_reader integer NOT NULL,
    CONSTRAINT site_id_check CHECK ((id = 1)),
    CONSTRAINT site_pkey PRIMARY KEY (id)
);

CREATE TABLE site_notices (
    kind text NOT NULL,
    from_ms bigint NOT NULL,
    until_ms bigint NOT NULL,
    CONSTRAINT site_notices_check CHECK ((until_ms >= from_ms)),
    CONSTRAINT site_notices_from_ms_check CHECK ((from_ms > 0)),
    CONSTRAINT site_notices_kind_check CHECK ((kind <> ''::text)),
    CONSTRAINT site_notices_pkey PRIMARY KEY (kind, from_ms)
);

CREATE INDEX site_notices_latest ON public.site_notices USING btree (until_ms);

CREATE TABLE subscriptions (
    hash bytea NOT NULL,
    player_id text NOT NULL,
    session bytea NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_ms bigint NOT NULL,
    CONSTRAINT subscriptions_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT subscriptions_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT subscriptions_pkey PRIMARY KEY (hash),
    CONSTRAINT subscriptions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT subscriptions_session_fkey FOREIGN KEY (session) REFERENCES sessions(hash) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE INDEX subscriptions_player ON public.subscriptions USING btree (player_id, created_ms);

CREATE INDEX subscriptions_session ON public.subscriptions USING btree (session);

CREATE TABLE tokens (
    hash bytea NOT NULL,
    player_id text NOT NULL,
    label text NOT NULL,
    created_ms bigint NOT NULL,
    used_ms bigint NOT NULL,
    asleep integer NOT NULL,
    scopes text NOT NULL,
    ends_ms bigint NOT NULL,
    kind text NOT NULL,
    app_id text,
    family text NOT NULL,
    redirect text NOT NULL,
    challenge text NOT NULL,
    spent integer NOT NULL,
    CONSTRAINT tokens_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
    CONSTRAINT tokens_asleep_check CHECK ((asleep = ANY (ARRAY[0, 1]))),
    CONSTRAINT tokens_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT tokens_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT tokens_kind_check CHECK ((kind = ANY (ARRAY[''::text, 'grant'::text, 'access'::text, 'refresh'::text]))),
    CONSTRAINT tokens_pkey PRIMARY KEY (hash),
    CONSTRAINT tokens_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX tokens_app ON public.tokens USING btree (app_id) WHERE (app_id IS NOT NULL);

CREATE INDEX tokens_family ON public.tokens USING btree (family) WHERE (family <> ''::text);

CREATE INDEX tokens_player ON public.tokens USING btree (player_id, created_ms);

CREATE TABLE told_once (
    key text NOT NULL,
    at_ms bigint NOT NULL,
    CONSTRAINT told_once_pkey PRIMARY KEY (key)
);

CREATE TABLE tournament_drafts (
    id text NOT NULL,
    player_id text NOT NULL,
    name text NOT NULL,
    form text NOT NULL,
    changed_ms bigint NOT NULL,
    CONSTRAINT tournament_drafts_changed_ms_check CHECK ((changed_ms > 0)),
    CONSTRAINT tournament_drafts_id_check CHECK ((id <> ''::text)),
    CONSTRAINT tournament_drafts_pkey PRIMARY KEY (id),
    CONSTRAINT tournament_drafts_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE INDEX tournament_drafts_player ON public.tournament_drafts USING btree (player_id, changed_ms);

CREATE TABLE tournament_events (
    tournament_id text NOT NULL,
    seq integer NOT NULL,
    at_ms bigint NOT NULL,
    by_id text,
    act text NOT NULL,
    player_id text,
    text text NOT NULL,
    rule text NOT NULL,
    chain bytea,
    CONSTRAINT tournament_events_act_check CHECK ((act <> ''::text)),
    CONSTRAINT tournament_events_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT tournament_events_by_id_fkey FOREIGN KEY (by_id) REFERENCES players(id),
    CONSTRAINT tournament_events_pkey PRIMARY KEY (tournament_id, seq),
    CONSTRAINT tournament_events_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT tournament_events_seq_check CHECK ((seq >= 1)),
    CONSTRAINT tournament_events_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id)
);

CREATE INDEX tournament_events_player ON public.tournament_events USING btree (player_id, act) WHERE (player_id IS NOT NULL);

CREATE TRIGGER tournament_events_insert_only BEFORE DELETE OR UPDATE ON public.tournament_events FOR EACH ROW EXECUTE FUNCTION chained();

CREATE TRIGGER tournament_events_no_truncate BEFORE TRUNCATE ON public.tournament_events FOR EACH STATEMENT EXECUTE FUNCTION insert_only();

CREATE TABLE tournament_roles (
    tournament_id text NOT NULL,
    player_id text NOT NULL,
    role text NOT NULL,
    n integer NOT NULL,
    CONSTRAINT tournament_roles_pkey PRIMARY KEY (tournament_id, player_id, role),
    CONSTRAINT tournament_roles_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT tournament_roles_role_check CHECK ((role <> ''::text)),
    CONSTRAINT tournament_roles_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id)
);

CREATE INDEX tournament_roles_player ON public.tournament_roles USING btree (player_id, role);

CREATE TABLE tournament_words (
    tournament_id text NOT NULL,
    hash text NOT NULL,
    CONSTRAINT tournament_words_hash_check CHECK ((hash <> ''::text)),
    CONSTRAINT tournament_words_pkey PRIMARY KEY (tournament_id),
    CONSTRAINT tournament_words_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments(id)
);

CREATE TABLE tournaments (
    id text NOT NULL,
    gid bytea NOT NULL,
    head bytea NOT NULL,
    name text NOT NULL,
    format text NOT NULL,
    game text NOT NULL,
    variant text NOT NULL,
    control text NOT NULL,
    places integer NOT NULL,
    cycles integer NOT NULL,
    when_full integer NOT NULL,
    organiser_id text NOT NULL,
    created_ms bigint NOT NULL,
    state text NOT NULL,
    started_ms bigint NOT NULL,
    ended_ms bigint NOT NULL,
    last_seq integer NOT NULL,
    competition text NOT NULL,
    edition text NOT NULL,
    rolling integer NOT NULL,
    no_vacation integer NOT NULL,
    profile text NOT NULL,
    closes_ms bigint NOT NULL,
    starts_ms bigint NOT NULL,
    late_ms bigint NOT NULL,
    changed_ms bigint NOT NULL,
    told_ms bigint NOT NULL,
    terms text NOT NULL,
    private integer NOT NULL,
    paced integer NOT NULL,
    began_ms bigint NOT NULL,
    paused_ms bigint NOT NULL,
    pairs text NOT NULL,
    teams text NOT NULL,
    rests text NOT NULL,
    serial integer NOT NULL,
    epoch integer NOT NULL,
    seal bytea,
    tour bytea,
    closed_ms bigint NOT NULL,
    valued integer NOT NULL,
    drawing text NOT NULL,
    CONSTRAINT tournaments_check CHECK ((((seal IS NULL) = (epoch = 0)) AND ((seal IS NULL) OR (length(seal) = 32)))),
    CONSTRAINT tournaments_closed_ms_check CHECK ((closed_ms >= 0)),
    CONSTRAINT tournaments_created_ms_check CHECK ((created_ms > 0)),
    CONSTRAINT tournaments_cycles_check CHECK ((cycles >= 1)),
    CONSTRAINT tournaments_ended CHECK (((state = ANY (ARRAY['finished'::text, 'cancelled'::text])) = (ended_ms > 0))),
    CONSTRAINT tournaments_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT tournaments_format_check CHECK ((format <> ''::text)),
    CONSTRAINT tournaments_game_check CHECK ((game <> ''::text)),
    CONSTRAINT tournaments_gid_check CHECK ((length(gid) = 16)),
    CONSTRAINT tournaments_gid_key UNIQUE (gid),
    CONSTRAINT tournaments_head_check CHECK ((length(head) = 32)),
    CONSTRAINT tournaments_id_check CHECK ((id <> ''::text)),
    CONSTRAINT tournaments_last_seq_check CHECK ((last_seq >= 1)),
    CONSTRAINT tournaments_name_check CHECK ((name <> ''::text)),
    CONSTRAINT tournaments_no_vacation_check CHECK ((no_vacation = ANY (ARRAY[0, 1]))),
    CONSTRAINT tournaments_organiser_id_fkey FOREIGN KEY (organiser_id) REFERENCES players(id),
    CONSTRAINT tournaments_paced_check CHECK ((paced = ANY (ARRAY[0, 1]))),
    CONSTRAINT tournaments_pkey PRIMARY KEY (id),
    CONSTRAINT tournaments_places_check CHECK ((places >= 2)),
    CONSTRAINT tournaments_private_check CHECK ((private = ANY (ARRAY[0, 1]))),
    CONSTRAINT tournaments_rolling_check CHECK ((rolling = ANY (ARRAY[0, 1]))),
    CONSTRAINT tournaments_serial_check CHECK ((serial >= 0)),
    CONSTRAINT tournaments_started CHECK (((state = ANY (ARRAY['running'::text, 'finished'::text])) = (started_ms > 0))),
    CONSTRAINT tournaments_state_check CHECK ((state <> ''::text)),
    CONSTRAINT tournaments_tour_check CHECK (((tour IS NULL) OR (length(tour) = 32))),
    CONSTRAINT tournaments_valued_check CHECK ((valued = ANY (ARRAY[0, 1]))),
    CONSTRAINT tournaments_when_full_check CHECK ((when_full = ANY (ARRAY[0, 1])))
);

CREATE INDEX tournaments_closed ON public.tournaments USING btree (closed_ms) WHERE (closed_ms > 0);

CREATE UNIQUE INDEX tournaments_edition ON public.tournaments USING btree (competition, edition) WHERE (competition <> ''::text);

CREATE INDEX tournaments_ended ON public.tournaments USING btree (competition, ended_ms) WHERE (competition <> ''::text);

CREATE INDEX tournaments_format ON public.tournaments USING btree (format, edition) WHERE (competition <> ''::text);

CREATE INDEX tournaments_organiser ON public.tournaments USING btree (organiser_id, state);

CREATE INDEX tournaments_over ON public.tournaments USING btree (ended_ms, id) WHERE (competition <> ''::text);

CREATE INDEX tournaments_paused ON public.tournaments USING btree (id) WHERE (paused_ms > 0);

CREATE INDEX tournaments_private ON public.tournaments USING btree (id) WHERE (private = 1);

CREATE UNIQUE INDEX tournaments_serial ON public.tournaments USING btree (serial) WHERE (serial > 0);

CREATE INDEX tournaments_state ON public.tournaments USING btree (state, ended_ms, created_ms, id);

CREATE INDEX tournaments_users ON public.tournaments USING btree (state, ended_ms, created_ms, id) WHERE (competition = ''::text);

CREATE TABLE vacation_days (
    player_id text NOT NULL,
    n integer NOT NULL,
    at_ms bigint NOT NULL,
    match_id text,
    vacation integer NOT NULL,
    CONSTRAINT vacation_days_at_ms_check CHECK ((at_ms > 0)),
    CONSTRAINT vacation_days_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id),
    CONSTRAINT vacation_days_n_check CHECK ((n >= 1)),
    CONSTRAINT vacation_days_pkey PRIMARY KEY (player_id, n),
    CONSTRAINT vacation_days_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
    CONSTRAINT vacation_days_reason CHECK (((match_id IS NULL) = (vacation > 0)))
);

CREATE TABLE vacations (
    player_id text NOT NULL,
    n integer NOT NULL,
    asked_ms bigint NOT NULL,
    begins_ms bigint NOT NULL,
    ends_ms bigint NOT NULL,
    began_ms bigint NOT NULL,
    ended_ms bigint NOT NULL,
    CONSTRAINT vacations_asked_ms_check CHECK ((asked_ms > 0)),
    CONSTRAINT vacations_begins_ms_check CHECK ((begins_ms > 0)),
    CONSTRAINT vacations_check CHECK ((ends_ms >= begins_ms)),
    CONSTRAINT vacations_n_check CHECK ((n >= 1)),
    CONSTRAINT vacations_pkey PRIMARY KEY (player_id, n),
    CONSTRAINT vacations_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id)
);

CREATE UNIQUE INDEX vacations_open ON public.vacations USING btree (player_id) WHERE (ended_ms = 0);

CREATE TABLE weighing (
    id integer NOT NULL,
    epoch bigint NOT NULL,
    CONSTRAINT weighing_id_check CHECK ((id = 1)),
    CONSTRAINT weighing_pkey PRIMARY KEY (id)
);
